import type { Group, LinkedDevice, Person } from '../world/whatsapp/model.ts'
import { ControlRefusal } from '../world/world.ts'
import { callIn } from './group-queries.ts'
import { withKind } from './keys.ts'
import { Message } from './message-shape.ts'
import { groupBy, newId, seconds, type Network } from './network.ts'
import { node } from './nodes.ts'
import { sendToDevice } from './offline.ts'
import { encode } from './protobuf.ts'

/** A member writes in a group on their phone: the phones show it, and all linked devices get it encrypted. */
export async function sendFromPhone(
  network: Network,
  person: Person,
  groupId: string,
  text: string,
): Promise<void> {
  const group = groupBy(network, groupId)
  const member = group?.members.find(({ lid }) => lid === person.lid)
  if (!group || group.own || !member) throw new ControlRefusal('You are not in this group.', 403)
  if (group.announce && !member.admin)
    throw new ControlRefusal('Only admins can send messages.', 403)

  const [id, at] = [newId(network), network.world.now()]
  const readers = group.members.map(({ lid }) => lid)
  const message = { groupId, id, lid: person.lid, at, text, readers }
  network.world.commit({ type: 'whatsappShown', message })
  await sendToLinkedDevices(network, person, group, id, text)
}

/** Each linked device gets the key of the group again, which does no harm. */
async function sendToLinkedDevices(
  network: Network,
  { lid, name }: Person,
  group: Group,
  id: string,
  text: string,
): Promise<void> {
  const self = { lid, id: 0 }
  const keyring = network.keyrings.of(lid, 0)
  const key = encode(Message, {
    senderKeyDistributionMessage: {
      groupId: group.id,
      axolotlSenderKeyDistributionMessage: await keyring.ownKey(group.id, self),
    },
  })
  const said = await keyring.sealForGroup(group.id, self, encode(Message, { conversation: text }))
  const about = {
    from: group.id,
    participant: callIn(network, group, lid),
    id,
    type: 'text',
    t: seconds(network),
    addressing_mode: group.addressing,
    notify: name,
  }
  for (const member of group.members)
    for (const device of network.world.state.whatsapp.people.get(member.lid)?.linked ?? []) {
      const to = { lid: member.lid, id: device.id }
      const sealedKey = await keyring.seal(to, key, () => bundleOf(network, member.lid, device))
      const envelopes = [sealedKey, said]
      sendToDevice(network, { lid: to.lid, device: to.id }, node('message', about, envelopes))
    }
}

/** The key bundle of a linked device for a first message; it uses up one of its keys. */
function bundleOf(network: Network, lid: string, device: LinkedDevice) {
  const left = network.keyrings.left(lid, device)
  const [once] = left
  if (once) left.delete(once[0])
  const { registrationId, identityKey, signedPreKey } = device
  return {
    registrationId,
    identityKey: withKind(fromText(identityKey)),
    signedPreKey: {
      keyId: signedPreKey.id,
      publicKey: withKind(fromText(signedPreKey.value)),
      signature: fromText(signedPreKey.signature),
    },
    ...(once ? { preKey: { keyId: once[0], publicKey: withKind(once[1]) } } : {}),
  }
}

const fromText = (base64: string) => Buffer.from(base64, 'base64')
