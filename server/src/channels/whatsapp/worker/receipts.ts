import { getBinaryNodeChildren, isJidGroup, type BinaryNode } from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { MemberReceipts } from '../protocol.ts'
import type { Sealing } from './sealing.ts'

/** How long the first receipts wait for more, and the next ones: a large group answers with a thousand at once. */
const FIRST_MS = 1_000
const APART_MS = 5_000

/** Receipts of a message are for a day; an account that gets more than this at once counts fewer. */
const GATHERED_MAX = 100_000

const DELIVERED = new Set<string | undefined>([undefined, 'inactive'])
const READ = new Set<string | undefined>(['read', 'played'])

export type Receipts = {
  /** One notice of the server; what is no receipt of a member is nothing. */
  receive(notice: BinaryNode): void
  /** Tells what was gathered. */
  tell(): void
}

/** Gathers which members have what was sent, and have read it, and tells it from time to time; as hashes only. */
export function openReceipts(
  { nameOf }: Pick<Sealing, 'nameOf'>,
  {
    isMe,
    memberOf,
    membersOf,
    onReceipts,
  }: {
    isMe(jid: string): boolean
    /** One name for a member of a group, however the network calls them. */
    memberOf(group: string, jid: string): string | undefined
    /** How many others are in a group, where it is known. */
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
    // Other for each message: two of them do not show that it was the same member.
    const hash = nameOf('receipt', `${id} ${user}`).readInt32BE()
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
