import { messageBy } from '../world/whatsapp/state.ts'
import { ControlRefusal } from '../world/world.ts'
import type { Group } from '../world/whatsapp/model.ts'
import type { Device } from './distribution.ts'
import type { Connection } from './connection.ts'
import { callIn } from './group-queries.ts'
import { groupBy, seconds, type Network } from './network.ts'
import { node, type Node } from './nodes.ts'
import { sendToDevice } from './offline.ts'

// A phone gives up after so many.
const ASKED_MAX = 5

/** The phone of a member has a message. */
export function sayDelivered(
  network: Network,
  author: { lid: string; id: number },
  group: Group,
  reader: string,
  id: string,
): void {
  const participant = callIn(network, group, reader)
  const about = { from: group.id, id, participant, t: seconds(network) }
  sendToDevice(network, { lid: author.lid, device: author.id }, node('receipt', about))
}

/** A member reads a message: all devices of its author get a receipt. */
export function sayRead(network: Network, reader: string, groupId: string, id: string): void {
  const { state } = network.world
  const group = groupBy(network, groupId)
  const author = state.whatsapp.people.get(messageBy(state.whatsapp, groupId, id)?.lid ?? '')
  if (!group || !author) throw new ControlRefusal('There is no such message.')
  const participant = callIn(network, group, reader)
  const about = { from: groupId, id, participant, t: seconds(network), type: 'read' }
  for (const linked of author.linked)
    sendToDevice(network, { lid: author.lid, device: linked.id }, node('receipt', about))
}

/** A device that could not open a message asks for it again, and brings new keys of its own. */
export function askAgain(
  network: Network,
  author: { lid: string; id: number },
  group: Group,
  asker: Device,
  id: string,
): void {
  const keyring = network.keyrings.of(asker.lid, asker.device)
  const count = keyring.askedFor(id)
  if (count > ASKED_MAX) return
  const t = seconds(network)
  const participant = callIn(network, group, asker.lid, asker.device)
  const [registration, ...keys] = keyring.bundle()
  if (!registration) return
  sendToDevice(
    network,
    { lid: author.lid, device: author.id },
    node('receipt', { from: group.id, id, participant, t, type: 'retry' }, [
      node('retry', { count, id, t, v: 1 }),
      registration,
      node('keys', {}, keys),
    ]),
  )
}

/** A client sends a receipt of a message; the server acknowledges it. */
export function takeReceipt(_: Network, connection: Connection, { attrs }: Node): void {
  const { id, to, participant, type } = attrs
  connection.send(node('ack', { class: 'receipt', id, from: to, participant, type }))
}
