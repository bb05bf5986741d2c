import { getBinaryNodeChildren, isJidGroup, type BinaryNode } from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { MemberReceipts } from '../protocol.ts'
import type { Sealing } from './sealing.ts'

/** How long the first receipts wait for more, and the later ones: a large group sends a thousand at once. */
const FIRST_MS = 1_000
const APART_MS = 5_000

/** Most receipts that are gathered at once; an account with more counts fewer. */
const GATHERED_MAX = 100_000

const DELIVERED = new Set<string | undefined>([undefined, 'inactive'])
const READ = new Set<string | undefined>(['read', 'played'])

export type Receipts = {
  /** Takes one notice of the server; ignores it unless it is a receipt of a member. */
  receive(notice: BinaryNode): void
  /** Reports the gathered receipts. */
  tell(): void
}

/** Gathers which members have got and read messages, as hashes only, and reports them from time to time. */
export function openReceipts(
  { hashedName }: Pick<Sealing, 'hashedName'>,
  {
    isMe,
    memberOf,
    membersOf,
    onReceipts,
  }: {
    isMe(jid: string): boolean
    /** One name for a member of a group, however the network calls them. */
    memberOf(group: string, jid: string): string | undefined
    /** The number of other members of a group, if known. */
    membersOf(group: string): number | undefined
    onReceipts(messages: MemberReceipts[]): void
  },
): Receipts {
  let gathered = new Map<string, { group: string; delivered: Set<number>; read: Set<number> }>()
  let count = 0
  let reportedAt = -Infinity
  let waits = false

  function add(group: string, id: string, member: string, type: string | undefined) {
    const user = memberOf(group, member)
    const isRead = READ.has(type)
    if (!user || isMe(member) || !(isRead || DELIVERED.has(type))) return
    const of = gathered.get(id) ?? { group, delivered: new Set(), read: new Set() }
    gathered.set(id, of)
    // The hash includes the message, so that two hashes do not show that the member is the same.
    const hash = hashedName('receipt', `${id} ${user}`).readInt32BE()
    of.delivered.add(hash)
    if (isRead) of.read.add(hash)
    count += 1
  }

  function tell() {
    if (gathered.size === 0) return
    const messages = [...gathered].map(([id, { group, delivered, read }]) => {
      const members = membersOf(group)
      return {
        id,
        delivered: [...delivered],
        read: [...read],
        ...(members === undefined ? {} : { members }),
      }
    })
    gathered = new Map()
    count = 0
    reportedAt = systemClock.steadyMs()
    onReceipts(messages)
  }

  return {
    receive({ attrs, content }) {
      const { from = '', id = '', participant, type } = attrs
      if (!isJidGroup(from) || count >= GATHERED_MAX) return
      const children = Array.isArray(content) ? content : []
      // Of one member for several messages, or of several members for one.
      if (participant) {
        const more = children.flatMap((list) => getBinaryNodeChildren(list, 'item'))
        for (const one of [id, ...more.map((item) => item.attrs['id'] ?? '')]) {
          add(from, one, participant, type)
        }
      }
      for (const { tag, attrs: about, content: users } of children) {
        if (tag !== 'participants' || !Array.isArray(users)) continue
        for (const user of users) {
          add(from, about['key'] ?? id, user.attrs['jid'] ?? '', user.attrs['type'] ?? type)
        }
      }
      if (waits || gathered.size === 0) return
      waits = true
      const waited = systemClock.steadyMs() - reportedAt
      systemClock.later(Math.max(FIRST_MS, APART_MS - waited), () => {
        waits = false
        tell()
      })
    },
    tell,
  }
}
