import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { GroupStatus } from '@carillon/contract/groups'
import type { ChatKind, CheckedChat, GroupLostCode } from '../channels/port/chats.ts'
import type { Notice } from '../notifications/rules.ts'
import { hasRefused, type Refusals } from './refusal-rules.ts'
import * as words from './words.ts'

/** `removed` rows stay for the history of what was sent there and are shown nowhere else. */
export type StoredGroupStatus = GroupStatus | 'removed'

/** `own`: the chat that its user has with the account alone. Tests go there; it is in no list and takes no place. */
export type GroupKind = ChatKind | 'own'

/** The states in which a group takes one of the places that a tier gives. */
export const COUNTED = [
  'active',
  'muted',
  'limited',
] as const satisfies readonly StoredGroupStatus[]

/** The state of a group, and why, in a code and in words. */
export type GroupState = { status: GroupStatus; code: string | null; reason: string | null }

/** The reported state of a chat: lost and why, or whether we may write there. */
export type KnownChat =
  | Extract<CheckedChat, { lost: true }>
  | { lost: false; canPost: boolean; reason?: string | null }

/**
 * The state of a group after its chat was reported. `mayReturn` is called for a group that was lost or suspended, and
 * says whether the tier allows one more.
 */
export async function stateAfter(
  group: Muted & { status: StoredGroupStatus },
  chat: KnownChat,
  mayReturn: () => Promise<boolean>,
): Promise<GroupState> {
  if (chat.lost) return lost(chat.code, chat.reason)
  const hasNoPlace = group.status === 'lost' || group.status === 'suspended'
  if (hasNoPlace && !(await mayReturn())) return suspended
  return stateOf(group, chat)
}

/** Whether nothing should be sent to a group, and what was refused there. */
export type Muted = { muted: boolean; refusals: Refusals | null }

/**
 * The state of a group within the tier's limit: as its user wants it, unless the chat does not let us write or has
 * refused so much that it was muted for that.
 */
export function stateOf(
  { muted, refusals }: Muted,
  chat: { canPost: boolean; reason?: string | null },
): GroupState {
  if (muted && hasRefused(refusals)) {
    return { status: 'muted', code: 'refused', reason: words.mutedReason(refusals.words) }
  }
  if (chat.canPost) return { status: muted ? 'muted' : 'active', code: null, reason: null }
  const reason = chat.reason ?? words.MAY_NOT_WRITE
  return { status: muted ? 'muted' : 'limited', code: 'no_rights', reason }
}

/** The notice when a group changes to this state: it is lost, cannot be written to, or is back. */
export function noticeOf(
  group: Named & { status: StoredGroupStatus },
  state: GroupState,
): Notice | undefined {
  if (group.status === state.status) return undefined
  const { title } = group
  const { status, reason } = state
  const item = (words: Words) => itemOf(group, words)
  if (status === 'lost') return { ...item(words.lostItem(title, state)), reason: 'group lost' }
  if (group.status === 'lost' || group.status === 'suspended') {
    const back = words.backItem(title, status === 'muted', reason)
    return { ...item(back), reason: `group back ${status}` }
  }
  if (status === 'limited') {
    return { ...item(words.limitedItem(title, reason)), reason: 'group limited' }
  }
  if (group.status !== 'limited' || status !== 'active') return undefined
  return { ...item(words.openItem(title)), reason: 'group open' }
}

/** The notice of a group that is muted because of refusals; undefined for others. */
export function mutedItself(group: Named & Pick<Muted, 'refusals'>): Notice | undefined {
  if (!hasRefused(group.refusals)) return undefined
  const item = itemOf(group, words.mutedItem(group.title, group.refusals.words))
  return { ...item, reason: 'group refuses' }
}

type Named = { id: string; title: string; channel: ChannelKind }
type Words = Pick<Notice, 'title' | 'message'> & Required<Pick<Notice, 'several'>>

/** It links to the row of the group; if it is about several groups, to the page of all. */
function itemOf({ id, channel }: Named, { several, ...one }: Words) {
  const page = channelFacts[channel].managerPath
  return {
    kind: 'groups' as const,
    ...one,
    link: `${page}#group-${id}`,
    several: (count: number) => ({ ...several(count), link: page }),
  }
}

const lost = (code: GroupLostCode, reason: string): GroupState => ({
  status: 'lost',
  code,
  reason,
})

/** The state of a group while its connection may not act; the state of its chat does not change. */
export const disconnected: GroupState = {
  status: 'disconnected',
  code: 'token_changed',
  reason: words.TOKEN_CHANGED,
}

/** The state of a group above the limit of its user's tier. */
export const suspended: GroupState = {
  status: 'suspended',
  code: 'tier',
  reason: words.ABOVE_LIMIT,
}

/** The state of a group of a network that its user's tier may not use. */
export const withheld: GroupState = {
  status: 'suspended',
  code: 'tier',
  reason: words.NETWORK_WITHHELD,
}
