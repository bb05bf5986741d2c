import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { GroupStatus } from '@carillon/contract/groups'
import type { CheckedChat, GroupLostCode } from '../channels/port/chats.ts'
import { quoted, type Notice } from '../notifications/rules.ts'
import { mutedWords, refusalWords, type Refusals } from './refusal-rules.ts'

/** `removed` rows stay for the history of what was sent there and are shown nowhere else. */
export type StoredGroupStatus = GroupStatus | 'removed'

/** The states in which a group takes one of the places that a tier gives. */
export const COUNTED = [
  'active',
  'muted',
  'limited',
] as const satisfies readonly StoredGroupStatus[]

/** The state of a group, and why, in a code and in words. */
export type GroupState = { status: GroupStatus; code: string | null; reason: string | null }

/** What decides it: lost and why, or whether it may be posted to. */
export type KnownChat =
  | Extract<CheckedChat, { lost: true }>
  | { lost: false; canPost: boolean; reason?: string | null }

/**
 * The state of a group after the network has told of its chat. `mayReturn` is asked for a group that was
 * lost or suspended: it takes its place in the tier again if there is one.
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
  const itself = muted ? refusalWords(refusals) : undefined
  if (itself) return { status: 'muted', code: 'refused', reason: itself }
  if (chat.canPost) return { status: muted ? 'muted' : 'active', code: null, reason: null }
  const reason = chat.reason ?? 'The bot may not write there.'
  return { status: muted ? 'muted' : 'limited', code: 'no_rights', reason }
}

/** What its user is told when a group changes to this state: that it is lost, cannot be posted to, or is back. */
export function noticeOf(
  group: { status: StoredGroupStatus; title: string; channel: ChannelKind },
  state: GroupState,
): Notice | undefined {
  if (group.status === state.status) return undefined
  const link = channelFacts[group.channel].managerPath
  if (state.status === 'lost') return { kind: 'groups', link, ...lossOf(group, state) }
  if (group.status === 'lost' || group.status === 'suspended') {
    return { kind: 'groups', link, ...returnOf(group, state) }
  }
  if (state.status === 'limited') return { kind: 'groups', link, ...limitOf(group, state) }
  if (group.status !== 'limited' || state.status !== 'active') return undefined
  return { kind: 'groups', link, ...openingOf(group) }
}

/** What its user should hear of a group that has to be muted for what was refused there; nothing of others. */
export function mutedItself(
  group: { title: string; channel: ChannelKind } & Pick<Muted, 'refusals'>,
): Notice | undefined {
  if (!group.refusals || !refusalWords(group.refusals)) return undefined
  const link = channelFacts[group.channel].managerPath
  const title = `${quoted(group.title)} was muted`
  const told = mutedWords(group.refusals)
  return { kind: 'groups', reason: 'group refuses', link, title, ...told }
}

const lossOf = ({ title }: { title: string }, { reason }: GroupState) => ({
  reason: 'group lost',
  title: `${quoted(title)} cannot be reached any more`,
  message: `${reason ?? 'The network says that it is gone.'} Nothing is sent there until it is back.`,
  several: (count: number) => ({
    title: `${count} groups cannot be reached any more`,
    message: 'Nothing is sent there until they are back.',
  }),
})

const limitOf = ({ title }: { title: string }, { reason }: GroupState) => ({
  reason: 'group limited',
  title: `Can’t post to ${quoted(title)}`,
  message: `${reason ?? 'The bot may not write there.'} Messages to it fail until that is changed.`,
  several: (count: number) => ({
    title: `Can’t post to ${count} groups`,
    message: 'Messages to them fail until the bot may write there again.',
  }),
})

const openingOf = ({ title }: { title: string }) => ({
  reason: 'group open',
  title: `Can post to ${quoted(title)} again`,
  message: 'The bot may write there again.',
  several: (count: number) => ({
    title: `Can post to ${count} groups again`,
    message: 'The bot may write there again.',
  }),
})

const returnOf = ({ title }: { title: string }, { status, reason }: GroupState) => ({
  reason: `group back ${status}`,
  title: `${quoted(title)} is back`,
  message:
    reason ??
    (status === 'muted' ? 'You have muted it.' : 'Upcoming messages are sent there again.'),
  several: (count: number) => ({
    title: `${count} groups are back`,
    message: 'Look at their state.',
  }),
})

const lost = (code: GroupLostCode, reason: string): GroupState => ({
  status: 'lost',
  code,
  reason,
})

/** The state of a group while its connection may not act: what is known of it stays as it was. */
export const disconnected: GroupState = {
  status: 'disconnected',
  code: 'token_changed',
  reason: 'The token of its bot was changed. Paste the current token at its connection.',
}

/** The state of a group above the limit of its user's tier. */
export const suspended: GroupState = {
  status: 'suspended',
  code: 'tier',
  reason: 'Your tier has no place for it. Upgrade to pro, or remove another group.',
}
