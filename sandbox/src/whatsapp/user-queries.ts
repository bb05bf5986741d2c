import type { Person } from '../world/whatsapp/model.ts'
import { lidOf, parseJid } from './jids.ts'
import { personBy, violate } from './network.ts'
import { child, children, node, type Node } from './nodes.ts'
import type { Query } from './queries.ts'

/** Which devices people have, and which hidden id belongs to a number. */
export function findUsers({ network, asked }: Query): Node[] {
  const wanted = children(child(asked, 'query')).map(({ tag }) => tag)
  for (const tag of wanted)
    if (tag !== 'devices' && tag !== 'lid')
      violate(network, `Nothing answers <usync> for <${tag}>.`)
  const found = children(child(asked, 'list'), 'user').map(({ attrs: { jid } }) => {
    const { user, server } = parseJid(jid)
    const person = personBy(network, user)
    if (!person) return node('user', { jid })
    return node('user', { jid }, [
      ...(wanted.includes('devices') ? [devicesOf(person)] : []),
      // A hidden id is not told for a hidden id, and no number is.
      ...(wanted.includes('lid') && server !== 'lid'
        ? [node('lid', { val: lidOf(person.lid) })]
        : []),
    ])
  })
  const { sid, mode, context } = asked?.attrs ?? {}
  return [
    node('usync', { sid, index: 0, last: 'true', mode, context }, [
      node('result'),
      node('list', {}, found),
    ]),
  ]
}

function devicesOf({ ownDevices, linked }: Person): Node {
  const ids = [...ownDevices, ...linked.map(({ id }) => id)]
  return node('devices', {}, [
    node(
      'device-list',
      {},
      ids.map((id) => node('device', id ? { id, 'key-index': id } : { id })),
    ),
  ])
}
