import { messageBy } from '../world/whatsapp/state.ts'
import type { Content, Group, Reading } from '../world/whatsapp/model.ts'
import type { Connection } from './connection.ts'
import { distribute, type Received } from './distribution.ts'
import { numberOf, parseJid } from './jids.ts'
import { groupBy, personBy, seconds, violate, type Network } from './network.ts'
import { node, type Node } from './nodes.ts'
import { askAgain, sayDelivered } from './receipts.ts'

// The codes with which a message is refused are nowhere published. These two are what clients report.
const NOT_A_MEMBER = 403
const ADMINS_ONLY = 420

/** A client sends a message: it is refused, or taken, given to all devices of the group, and acknowledged. */
export async function takeMessage(
  network: Network,
  connection: Connection,
  said: Node,
): Promise<void> {
  const { device } = connection
  if (!device) return violate(network, 'A message came from a client that has not logged in.')
  const fault = network.faults.take({ on: 'message', groupId: said.attrs['to'] ?? '' })
  if (fault?.does === 'lose') return connection.drop()
  if (typeof fault?.does === 'number') return acknowledge(network, connection, said, fault.does)

  const group = ownChatOf(network, device.lid, said) ?? groupBy(network, said.attrs['to'])
  if (!group || said.attrs['category'] === 'peer') return takeOther(network, connection, said)
  const refusal = refusalOf(group, device.lid)
  if (refusal) return acknowledge(network, connection, said, refusal)

  const received = await distribute(network, device, group, said)
  const change = received.find(({ opened }) => opened?.content?.change)?.opened?.content?.change
  if (change && isNew(network, `${group.id} ${said.attrs['id']}`))
    changeMessage(network, device.lid, group, change)
  // The server sees that it is a change even if nobody could read which.
  else if (!change && !said.attrs['edit'])
    accept(network, device.lid, group, said.attrs['id'] ?? '', received)
  await network.world.written()
  if (fault?.does === 'lose-ack') return connection.drop()
  acknowledge(network, connection, said)
  for (const { to, opened } of received) {
    if (!opened) askAgain(network, device, group, to, said.attrs['id'] ?? '')
    else if (to.device === 0 && to.lid !== device.lid)
      sayDelivered(network, device, group, to.lid, said.attrs['id'] ?? '')
  }
}

/** To one's own phone go requests for what a new device lacks, and this phone has nothing to give. */
function takeOther(network: Network, connection: Connection, said: Node): void {
  const { server } = parseJid(said.attrs['to'])
  if (server === 'g.us') return acknowledge(network, connection, said, NOT_A_MEMBER)
  if (said.attrs['category'] !== 'peer') {
    violate(network, 'A message went to another person, not to a group.')
  }
  acknowledge(network, connection, said)
}

/** The chat of the sender with themselves, if that is where it goes; phones have it once something is in it. */
function ownChatOf(network: Network, lid: string, said: Node): Group | undefined {
  const person = personBy(network, parseJid(said.attrs['to']).user)
  if (person?.lid !== lid || said.attrs['category'] === 'peer') return undefined
  const id = numberOf(person.pn)
  const known = groupBy(network, id)
  if (known) return known
  const group: Group = {
    id,
    own: true,
    subject: `${person.name} (You)`,
    createdAt: network.world.now(),
    addressing: 'pn',
    announce: false,
    members: [{ lid, admin: false }],
  }
  network.world.commit({ type: 'whatsappGroupSaved', group })
  return group
}

function refusalOf({ members, announce }: Group, lid: string): number | undefined {
  const member = members.find((one) => one.lid === lid)
  if (!member) return NOT_A_MEMBER
  return announce && !member.admin ? ADMINS_ONLY : undefined
}

function acknowledge(network: Network, { send }: Connection, { attrs }: Node, error?: number) {
  const { id, to } = attrs
  send(node('ack', { class: 'message', id, from: to, t: seconds(network), error }))
}

/** The first time a message is taken it is in the ledger; when it comes again, only for who missed it. */
function accept(
  network: Network,
  lid: string,
  { id: groupId }: Group,
  messageId: string,
  received: Received[],
): void {
  const { state, now, commit } = network.world
  const at = now()
  const readers = messageBy(state.whatsapp, groupId, messageId)?.readers
  const readings = received.flatMap(({ to, opened }): Reading[] =>
    to.device === 0 && opened?.content && !readers?.includes(to.lid)
      ? [{ lid: to.lid, at, content: opened.content }]
      : [],
  )
  if (readers)
    for (const reading of readings) commit({ type: 'whatsappRead', groupId, messageId, reading })
  else {
    const seq = state.ledger.lastSeq + 1
    commit({ type: 'whatsappAccepted', seq, at, lid, groupId, messageId, readings })
  }
}

/** Phones drop what comes with an id that they have seen. */
function isNew(network: Network, change: string): boolean {
  const seen = seenChanges.get(network) ?? new Set()
  seenChanges.set(network, seen)
  return seen.size < seen.add(change).size
}

const seenChanges = new WeakMap<Network, Set<string>>()

/** Phones let authors change what they said, and admins take away what others did. */
function changeMessage(
  { world }: Network,
  lid: string,
  group: Group,
  { of: messageId, text, linkCard }: NonNullable<Content['change']>,
): void {
  const { id: groupId, members } = group
  const message = messageBy(world.state.whatsapp, groupId, messageId)
  const isAdmin = members.some((member) => member.lid === lid && member.admin)
  const mayDo = message?.lid === lid || (text === undefined && isAdmin)
  if (!message || message.deletedAt || !mayDo) return
  const at = world.now()
  world.commit({
    type: 'whatsappChanged',
    groupId,
    messageId,
    at,
    ...(text === undefined ? {} : { text }),
    ...(linkCard ? { linkCard } : {}),
  })
}
