import { parseJid } from './jids.ts'
import { personBy, seconds, type Network } from './network.ts'
import { bigEndian, bytesIn, child, children, node, type Node } from './nodes.ts'
import type { LinkedDevice, Person } from '../world/whatsapp/model.ts'
import type { Query } from './queries.ts'
import { Refused } from './refused.ts'

/** How many keys of a linked device are left here. */
export const countKeys = (query: Query): Node[] => [
  node('count', { value: own(query).left.size + query.network.keysClaimed }),
]

/** A linked device leaves keys, and the one that is signed. */
export function leaveKeys(query: Query): Node[] {
  const { left } = own(query)
  for (const key of children(child(query.said, 'list'), 'key'))
    left.set(bytesIn(key, 'id').readUIntBE(0, 3), bytesIn(key, 'value'))
  return []
}

/** What is needed to write to these devices for the first time. */
export const giveKeys = ({ network, asked }: Query): Node[] => [
  node(
    'list',
    {},
    children(asked, 'user').map((user) => bundleOf(network, user.attrs['jid'] ?? '')),
  ),
]

function bundleOf(network: Network, jid: string): Node {
  const { user, device } = parseJid(jid)
  const person = personBy(network, user)
  if (!person) return without(jid, 404, 'item-not-found')
  const fault = network.faults.take({ on: 'keys', lid: person.lid })
  if (fault && fault.code !== 'broken') return without(jid, fault.code, 'not-acceptable')
  const t = seconds(network)
  if (person.ownDevices.includes(device)) {
    const bundle = network.keyrings.of(person.lid, device).bundle()
    return node('user', { jid, t }, fault ? bundle.map(broken) : bundle)
  }
  const linked = person.linked.find(({ id }) => id === device)
  if (!linked) return without(jid, 404, 'item-not-found')
  return node('user', { jid, t }, bundleOfLinked(network, person, linked))
}

/** The same with an identity that is no key. */
const broken = (part: Node): Node =>
  part.tag === 'identity' ? node('identity', {}, Buffer.alloc(3)) : part

const without = (jid: string, code: number, text: string) =>
  node('user', { jid }, [node('error', { code, text })])

function bundleOfLinked(network: Network, { lid }: Person, device: LinkedDevice): Node[] {
  const { registrationId, identityKey, signedPreKey } = device
  const left = network.keyrings.left(lid, device)
  const [key] = left
  if (key) left.delete(key[0])
  return [
    node('registration', {}, bigEndian(registrationId, 4)),
    node('type', {}, Buffer.from([5])),
    node('identity', {}, Buffer.from(identityKey, 'base64')),
    node('skey', {}, [
      node('id', {}, bigEndian(signedPreKey.id, 3)),
      node('value', {}, Buffer.from(signedPreKey.value, 'base64')),
      node('signature', {}, Buffer.from(signedPreKey.signature, 'base64')),
    ]),
    ...(key
      ? [node('key', {}, [node('id', {}, bigEndian(key[0], 3)), node('value', {}, key[1])])]
      : []),
  ]
}

/** The keys that the asking device has left. */
function own({ network, connection }: Query): { left: Map<number, Buffer> } {
  const { lid = '', id } = connection.device ?? {}
  const device = network.world.state.whatsapp.people.get(lid)?.linked.find((one) => one.id === id)
  if (!device) throw new Refused(401, 'not-authorized')
  return { left: network.keyrings.left(lid, device) }
}
