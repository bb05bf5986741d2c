import {
  areJidsSameUser,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  type BinaryNode,
  type GroupMetadata,
  type WASocket,
} from 'baileys'
import type { GroupAsked, GroupReport } from '../protocol.ts'

/** The groups of a device, as the network reported them. Their members are only in memory. */
export type Groups = {
  /** The members of a group, without those that cannot be written to. */
  cached(id: string): GroupMetadata | undefined
  /** The other members of a group, if known. */
  others(id: string): string[] | undefined
  /** One name for a member of a group: the network uses a number or a hidden id. */
  nameOf(id: string, jid: string): string | undefined
  /** Leaves out members without keys, so that the others can be written to. */
  leaveOut(jids: readonly string[]): void
  /** Reads all groups from the network. Throws when it does not answer. */
  all(): Promise<GroupReport[]>
  /** Reads one group from the network. Throws when it does not answer. */
  one(id: string): Promise<GroupAsked>
  /** Returns the state of a group after a notice about it. */
  onNotice(notice: BinaryNode): Promise<GroupAsked>
}

export function openGroups(socket: WASocket): Groups {
  const known = new Map<string, GroupMetadata>()
  /** People whose devices have no keys, until the next connection. */
  const leftOut = new Set<string>()

  const isMe = (participant: { id: string; phoneNumber?: string; lid?: string }) =>
    [participant.id, participant.phoneNumber, participant.lid].some(
      (jid) =>
        areJidsSameUser(jid, socket.user?.id) ||
        (socket.user?.lid !== undefined && areJidsSameUser(jid, socket.user.lid)),
    )

  function toReport(group: GroupMetadata): GroupReport {
    const { id, subject, participants, announce, isCommunity } = group
    const me = participants.find(isMe)
    return {
      id,
      subject,
      size: participants.length,
      adminsOnly: announce === true,
      admin: me?.admin === 'admin' || me?.admin === 'superadmin' || me?.isAdmin === true,
      community: isCommunity === true,
    }
  }

  async function one(id: string): Promise<GroupAsked> {
    try {
      const group = await socket.groupMetadata(id)
      known.set(id, group)
      return toReport(group)
    } catch (error) {
      known.delete(id)
      const code = codeOf(error)
      if (code === 403 || code === 401) return { id, lost: 'kicked' }
      if (code === 404) return { id, lost: 'not_found' }
      throw error
    }
  }

  return {
    cached(id) {
      const group = known.get(id)
      if (!group || leftOut.size === 0) return group
      return { ...group, participants: group.participants.filter((one) => !leftOut.has(one.id)) }
    },
    others(id) {
      const { participants } = known.get(id) ?? {}
      return participants?.flatMap((one) => (isMe(one) ? [] : [one.id]))
    },
    nameOf(id, jid) {
      const user = jidDecode(jid)?.user
      const group = known.get(id)
      return user && group ? (namesIn(group).get(user) ?? user) : user
    },
    leaveOut(jids) {
      for (const jid of jids) leftOut.add(jid)
    },
    async all() {
      const groups = Object.values(await socket.groupFetchAllParticipating())
      known.clear()
      for (const group of groups) known.set(group.id, group)
      return groups.map(toReport)
    },
    one,
    async onNotice(notice) {
      const id = notice.attrs['from']!
      const gone = getBinaryNodeChildren(getBinaryNodeChild(notice, 'remove'), 'participant')
      const mine = gone.some(({ attrs }) =>
        isMe({ id: attrs['jid']!, phoneNumber: attrs['phone_number']!, lid: attrs['lid']! }),
      )
      if (!mine) return one(id)
      known.delete(id)
      const byMe = isMe({ id: notice.attrs['participant']! })
      return { id, lost: byMe ? 'left' : 'kicked' }
    },
  }
}

/** For each name of a member (number and hidden id): the one name that we use. */
function namesIn(group: GroupMetadata): ReadonlyMap<string, string> {
  const known = names.get(group)
  if (known) return known
  const made = new Map<string, string>()
  for (const { id, lid, phoneNumber } of group.participants) {
    for (const jid of [id, lid, phoneNumber]) {
      const user = jidDecode(jid)?.user
      if (user) made.set(user, jidDecode(id)?.user ?? user)
    }
  }
  names.set(group, made)
  return made
}

/** Cached, because a thousand members send receipts for the same group. */
const names = new WeakMap<GroupMetadata, ReadonlyMap<string, string>>()

/** The code with which the server refused a query. */
export function codeOf(error: unknown): number | undefined {
  const { data } = (error ?? {}) as { data?: unknown }
  return typeof data === 'number' ? data : undefined
}
