import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import { networkOf, type Network } from '@carillon/contract/content/resolve'
import type { DeliveryStatus } from '@carillon/contract/deliveries'
import type { Pace, Receipt } from '../channels/port/sending.ts'
import type { SkipCode } from '../occurrences/words.ts'
import { minutes } from '../platform/clock.ts'

/** What files make of a content on a network: how many messages that counts, a text after them too, and the bytes that are brought once. */
export type ContentSize = { messages: number; bytes: number }

const WORDS_ALONE: ContentSize = { messages: 1, bytes: 0 }

export const contentSizeKey = ({ contentId, network }: { contentId: string; network: Network }) =>
  `${contentId} ${network}`

/** How large a content is in a channel, by the sizes of those that have files. */
export const contentSizeIn = (
  sizes: ReadonlyMap<string, ContentSize>,
  contentId: string,
  channel: ChannelKind,
): ContentSize =>
  sizes.get(contentSizeKey({ contentId, network: networkOf(channelFacts[channel]) })) ?? WORDS_ALONE

/** Not sent yet, but may be: the statuses that a lane reads. */
export const PENDING = ['queued', 'waiting', 'held'] as const satisfies readonly DeliveryStatus[]

/** A slot names a minute, so a delivery is not late within a minute, even if its window is smaller. */
export const WINDOW_MIN_MS = minutes(1)

/** The slowest line that a file is brought on, in bytes a millisecond, and the longest that it may take. */
const BYTES_PER_MS = 100
export const UPLOAD_MS_MAX = minutes(7)

/** How long files of so many bytes may take to be brought to a network. */
export const uploadMs = (bytes: number): number => Math.min(UPLOAD_MS_MAX, bytes / BYTES_PER_MS)

/** The code of a delivery that is taken as sent although no answer came. */
export const ASSUMED = 'assumed_sent'

/** How a reason begins that says how many files of an album arrived, as PostgreSQL finds it. */
export const SOME_ARRIVED = '^\\d+ of \\d+ files arrived[^.]*\\. '

/** Reason shown when an earlier attempt may have been delivered. */
export const MAYBE_SENT = 'An earlier try may have been sent.'

/** What is known of the files of a delivery after which its text is tried; `named`: the network told what they are. */
export const filesWords = (named: boolean): string =>
  named ? 'The files arrived.' : 'The files are taken as sent.'

/** Reason shown when the files of a delivery stand, and the text that goes after them was given up, and why. */
export const filesAlone = (named: boolean, reason: string): string =>
  `${filesWords(named)} The text after them may be missing. ${reason.replace(NOT_SENT, 'Nothing more was sent: ')}`

/** How a reason begins that says why nothing was sent. */
const NOT_SENT = /^It was not sent: /

/**
 * What is kept of what was sent: what the network said. With `filesIn`, or without ids, only the files of a delivery
 * stand, in this chat, and its text is still to go after them: nobody can name all of its messages yet, so it has no
 * `chatId`.
 */
export type StoredReceipt = Omit<Receipt, 'externalIds'> & {
  externalIds: readonly string[]
  filesIn?: string
}

/** The receipt of files after which a text goes; without one they are there as far as anybody knows. */
export const filesReceipt = (files: Receipt | null): StoredReceipt => ({
  externalIds: files?.externalIds ?? [],
  ...(files?.link ? { link: files.link } : {}),
  ...(files?.chatId ? { filesIn: files.chatId } : {}),
})

/** The receipt of both, once the text is there. Files whose ids nobody knows, or that another chat has, are left out. */
export function mergedReceipt(files: StoredReceipt, { chatId, ...text }: Receipt): Receipt {
  const [textId] = text.externalIds
  // Whoever cannot name the files cannot delete them: nothing is done with one half alone.
  if (files.externalIds.length === 0) return text
  const there = chatId === undefined ? {} : { chatId }
  if (files.filesIn !== chatId) return { ...text, ...there, textId }
  const [first, ...others] = files.externalIds
  const link = files.link ?? text.link
  return {
    externalIds: [first!, ...others, textId],
    textId,
    ...there,
    ...(link ? { link } : {}),
  }
}

/** Why nothing can be sent to a group in one of these statuses. */
const GROUP_OBSTACLES: Partial<Record<string, SkipCode>> = {
  muted: 'group_muted',
  lost: 'group_lost',
  suspended: 'group_suspended',
  disconnected: 'group_disconnected',
  removed: 'group_removed',
}

/** The group of a delivery, as far as it decides whether something can be sent there. */
type GroupState = { kind: string; groupStatus: string }

/** Why nothing can be sent to a group; undefined if it can. */
export const groupSkip = (group: GroupState): SkipCode | undefined =>
  isEndedOwnChat(group) ? 'own_chat_ended' : GROUP_OBSTACLES[group.groupStatus]

/** Whoever gets tests has blocked the bot or said that they want no more, or another chat has taken its place. */
const isEndedOwnChat = ({ kind, groupStatus }: GroupState) =>
  kind === 'own' && (groupStatus === 'removed' || groupStatus === 'lost')

/** The statuses of a group in which nothing can be sent to it. */
export const UNREACHABLE_STATUSES = Object.keys(GROUP_OBSTACLES)

/** Why nothing can be sent to a group, in words; undefined if it can. */
export const groupObstacle = (group: GroupState): string | undefined =>
  isEndedOwnChat(group) ? 'That chat takes no more tests.' : groupObstacleWords[group.groupStatus]

/** The statuses of a group in which its user may not use its account any more, not even for what was sent. */
export const CLOSED_STATUSES = ['lost', 'disconnected', 'removed'] as const
export type ClosedStatus = (typeof CLOSED_STATUSES)[number]

const groupObstacleWords: Partial<Record<string, string>> = {
  muted: 'The group is muted. Unmute it first.',
  lost: 'The group cannot be reached any more.',
  suspended: 'The group is above the limit of your plan.',
  disconnected: 'The token of its bot was changed. Paste the current token first.',
  removed: 'The group was removed.',
}

/** The group in its lane, and how many deliveries wait there. */
export type QueuedGroup = {
  accountId: string
  channel: ChannelKind
  externalId: string
  ahead: number
}

/**
 * Forecasts when deliveries are sent, in the order they are planned: a function that returns how long each has
 * to wait, in milliseconds. It counts what waits in the lane and what others are adding, at the pace of the
 * account and the group. `messages`: how many the network counts of one; an album counts each of its files.
 */
export function forecast(
  paceOf: (channel: ChannelKind) => Pace | undefined,
  others: ReadonlyMap<string, number>,
): (group: QueuedGroup, messages?: number) => number {
  const counts = new Map<string, number>()
  /** How many there are before the last of these. */
  const count = (key: string, messages: number) => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + messages)
    return before + messages - 1
  }
  return ({ accountId, channel, externalId, ahead }, messages = 1) => {
    const nth = (others.get(accountId) ?? 0) + count(accountId, messages) + 1
    const nthOfGroup = count(`${accountId} ${externalId}`, messages)
    const pace = paceOf(channel)
    if (!pace) return 0
    const everyMs = 1_000 / pace.account.perSecond
    return Math.floor(
      Math.max((ahead + nth) * everyMs, (nthOfGroup * 60_000) / pace.groupPerMinute),
    )
  }
}
