import type { Connection } from './connection.ts'
import { groupQuery, groupsOf, pictureQuery } from './group-queries.ts'
import { parseJid } from './jids.ts'
import { countKeys, giveKeys, leaveKeys } from './key-queries.ts'
import { violate, type Network } from './network.ts'
import { children, node, outline, type Node } from './nodes.ts'
import { answerCode, askForCode } from './pairing-code.ts'
import { Refused } from './refused.ts'
import { unlink } from './unlinking.ts'
import { findUsers } from './user-queries.ts'

/** A query and its sender. */
export type Query = {
  network: Network
  connection: Connection
  said: Node
  asked: Node | undefined
}

/** Returns the contents of the result; throws `Refused`. */
type Answer = (query: Query) => Node[]

/** By namespace, type and content. */
const ANSWERS: Record<string, Answer> = {
  'encrypt get count': countKeys,
  'encrypt set registration': leaveKeys,
  'encrypt get key': giveKeys,
  'encrypt get digest': () => [node('digest')],
  'usync get usync': findUsers,
  'w:g2 get participating': groupsOf,
  'w:g2 get query': groupQuery,
  'w:profile:picture get picture': pictureQuery,
  'w:p get ping': () => [],
  'w:m set media_conn': ({ network }) => [mediaHosts(network)],
  'passive set active': () => [],
  'abt get props': () => [node('props', { hash: '1', protocol: '1' })],
  'blocklist get': () => [node('list')],
  'privacy get privacy': () => [
    node('privacy', {}, [node('category', { name: 'readreceipts', value: 'all' })]),
  ],
  'privacy set tokens': () => [node('tokens')],
  'md set link_code_companion_reg': ({ network, connection, asked }) => {
    if (!asked) return []
    if (asked.attrs['stage'] === 'companion_hello') return askForCode(connection, asked)
    answerCode(network, connection, asked)
    return []
  },
  'md set remove-companion-device': ({ network, asked }) => {
    const { user, device } = parseJid(asked?.attrs['jid'])
    unlink(network, user, device)
    return []
  },
}

/** Answers a query of a client, or refuses it. */
export function answerQuery(network: Network, connection: Connection, said: Node): void {
  const [asked] = children(said)
  const { xmlns = '', type = '', id = '', to } = said.attrs
  const kind = [xmlns, type, asked?.tag].filter((word) => word).join(' ')
  const answer = ANSWERS[kind]
  if (!answer) violate(network, `Nothing answers ${outline(said)}.`)
  try {
    if (!answer) throw new Refused(501, 'feature-not-implemented')
    const content = answer({ network, connection, said, asked })
    connection.send(node('iq', { from: to, type: 'result', id }, content))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, text } = error
    connection.send(node('iq', { from: to, type: 'error', id }, [node('error', { code, text })]))
  }
}

const mediaHosts = ({ mediaHost }: Network): Node =>
  node('media_conn', { auth: 'sandbox', ttl: 300, auth_ttl: 21_600, max_buckets: 12 }, [
    node('host', { hostname: mediaHost }),
  ])
