import type { Content, Group } from '../world/whatsapp/model.ts'
import { contentOf, type FileContent } from './content.ts'
import { keepPicture } from './link-picture.ts'
import { callIn } from './group-queries.ts'
import { parseJid } from './jids.ts'
import type { Keyring } from './keyring.ts'
import { Message } from './message-shape.ts'
import { openFile } from './media-opening.ts'
import { personBy, seconds, violate, type Network } from './network.ts'
import { bytesIn, child, children, node, type Node } from './nodes.ts'
import { sendToDevice } from './offline.ts'
import { isOfAccount } from './pairing.ts'
import { decode } from './protobuf.ts'

/** A device of a person. */
export type Device = { lid: string; device: number }

/** The result of a message on a device that the sandbox plays; `opened` is absent if it could not be decrypted. */
export type Received = {
  to: Device
  opened?: { content?: Content; file?: FileContent; picture?: Uint8Array }
}

/**
 * Distributes a message to every device of the group except the sender: devices that the sandbox plays decrypt it at
 * once with their own keys; others get it unchanged.
 */
export async function distribute(
  network: Network,
  from: { lid: string; id: number },
  group: Group,
  said: Node,
): Promise<Received[]> {
  checkIdentity(network, from, said)
  const received: Received[] = []
  for (const to of receivers(network, from, group, said)) {
    const sealed = envelopes(network, said, to)
    if (!network.world.state.whatsapp.people.get(to.lid)?.ownDevices.includes(to.device)) {
      forward(network, from, group, said, to, sealed)
      continue
    }
    const keyring = network.keyrings.of(to.lid, to.device)
    received.push({ to, ...(await openAll(keyring, group.id, from, sealed)) })
  }
  await fetchFile(network, received)
  for (const { opened } of received) if (opened) await keepPicture(network, opened)
  return received
}

/** All phones fetch the same file with the same key, so it is fetched once for all. */
async function fetchFile(network: Network, received: Received[]): Promise<void> {
  const opened = received.map((one) => one.opened)
  const file = opened.find((one) => one?.file)?.file
  if (!file) return
  try {
    const { kind, fileName, said } = { fileName: undefined, ...file }
    const media = {
      kind,
      mimetype: said.mimetype ?? '',
      sha256: await openFile(network, file),
      bytes: said.fileLength ?? 0,
      ...(fileName ? { fileName } : {}),
    }
    for (const one of opened) if (one?.content && one.file) one.content.media = media
  } catch (error) {
    violate(network, `A file cannot be opened: ${(error as Error).message}`)
  }
}

/** All devices of the members; only the one that asked for it, when a message is sent again. */
function receivers(
  network: Network,
  from: { lid: string; id: number },
  group: Group,
  said: Node,
): Device[] {
  const { participant } = said.attrs
  if (participant) {
    const { user, device } = parseJid(participant)
    return [{ lid: personBy(network, user)?.lid ?? user, device }]
  }
  return group.members
    .flatMap(({ lid }) => {
      const { ownDevices = [], linked = [] } = network.world.state.whatsapp.people.get(lid) ?? {}
      return [...ownDevices, ...linked.map(({ id }) => id)].map((device) => ({ lid, device }))
    })
    .filter(({ lid, device }) => lid !== from.lid || device !== from.id)
}

/** The parts of a message for this device: perhaps the key of the group, then the message. */
function envelopes(network: Network, said: Node, to: Device): Node[] {
  const own = children(child(said, 'participants'), 'to').find(({ attrs }) => {
    const { user, device } = parseJid(attrs['jid'])
    return device === to.device && personBy(network, user)?.lid === to.lid
  })
  return [...children(own, 'enc'), ...children(said, 'enc')]
}

async function openAll(
  keyring: Keyring,
  groupId: string,
  from: { lid: string; id: number },
  sealed: Node[],
): Promise<Pick<Received, 'opened'>> {
  let found: ReturnType<typeof contentOf> | undefined
  try {
    for (const envelope of sealed) {
      const { type = '' } = envelope.attrs
      const bytes = bytesIn(envelope)
      const plain =
        type === 'skmsg'
          ? await keyring.openInGroup(groupId, from, bytes)
          : await keyring.open(from, type, bytes)
      const message = decode(Message, plain)
      const key = message.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage
      if (key) await keyring.learn(groupId, from, key)
      if (type === 'skmsg' || sealed.length === 1) found = contentOf(message)
    }
  } catch {
    // The error could reveal keys, so it is dropped; the device asks for the message again.
    return {}
  }
  return { opened: found ?? {} }
}

/** A message that opens a session must prove which device of the account sent it; phones reject others. */
function checkIdentity(network: Network, from: { lid: string; id: number }, said: Node): void {
  const sealed = [
    ...children(child(said, 'participants'), 'to').flatMap((to) => children(to, 'enc')),
    ...children(said, 'enc'),
  ]
  if (!sealed.some(({ attrs }) => attrs['type'] === 'pkmsg')) return
  const person = network.world.state.whatsapp.people.get(from.lid)
  const device = person?.linked.find(({ id }) => id === from.id)
  if (!person || !device || !child(said, 'device-identity'))
    return violate(network, 'A message opens a session and does not say of which device it is.')
  if (!isOfAccount(person, device, bytesIn(said, 'device-identity')))
    violate(network, 'A message says wrongly of which device it is.')
}

/** Sends it to a linked device, which is a client of ours. */
function forward(
  network: Network,
  from: { lid: string; id: number },
  group: Group,
  { attrs }: Node,
  to: Device,
  sealed: Node[],
): void {
  const { id, type, addressing_mode: mode } = attrs
  const participant = callIn(network, group, from.lid, from.id)
  const about = {
    from: group.id,
    participant,
    id,
    type,
    t: seconds(network),
    addressing_mode: mode,
  }
  sendToDevice(network, to, node('message', about, sealed))
}
