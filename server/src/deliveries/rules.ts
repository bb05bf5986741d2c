import { channelFacts, networkOf, type Network } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { DeliveryStatus } from '@carillon/contract/deliveries'
import type { Pace, Receipt } from '../channels/port/sending.ts'
import type { SkipCode } from '../occurrences/words.ts'
import { minutes } from '../platform/clock.ts'

/** The size of a content with files on a network: how many messages it counts, text after files included, and the bytes to upload. */
export type ContentSize = { messages: number; bytes: number }

const WORDS_ALONE: ContentSize = { messages: 1, bytes: 0 }

export const contentSizeKey = ({ contentId, network }: { contentId: string; network: Network }) =>
  `${contentId} ${network}`

/** The size of a content in a channel; `sizes` has those with files. */
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

/** The slowest upload that is assumed, in bytes per millisecond, and the longest time of an upload. */
const BYTES_PER_MS = 100
export const UPLOAD_MS_MAX = minutes(7)

/** How long the upload of so many bytes to a network may take. */
export const uploadMs = (bytes: number): number => Math.min(UPLOAD_MS_MAX, bytes / BYTES_PER_MS)

/** The code of a delivery that is assumed sent although no answer came. */
export const ASSUMED = 'assumed_sent'

/** The beginning of a reason that says how many files of an album arrived, as a PostgreSQL pattern. */
export const SOME_ARRIVED = '^\\d+ of \\d+ files arrived[^.]*\\. '

/** Reason shown when an earlier attempt may have been delivered. */
export const MAYBE_SENT = 'An earlier try may have been sent.'

/** The state of a delivery's files while its text is tried; `named`: the network returned their ids. */
export const filesWords = (named: boolean): string =>
  named ? 'The files arrived.' : 'The files are taken as sent.'

/** Reason shown if the files of a delivery are in the group and the text after them was given up. */
export const filesAlone = (named: boolean, reason: string): string =>
  `${filesWords(named)} The text after them may be missing. ${reason.replace(NOT_SENT, 'Nothing more was sent: ')}`

/** The beginning of a reason why nothing was sent. */
const NOT_SENT = /^It was not sent: /

/**
 * The stored answer of the network to a sent message. With `filesIn`, or without ids, only the files of a delivery are
 * in this chat and its text is still to be sent. Not all message ids are known then, so there is no `chatId`.
 */
export type StoredReceipt = Omit<Receipt, 'externalIds'> & {
  externalIds: readonly string[]
  filesIn?: string
}

/** The receipt of files whose text follows; without a receipt they are assumed to be there. */
export const filesReceipt = (files: Receipt | null): StoredReceipt => ({
  externalIds: files?.externalIds ?? [],
  ...(files?.link ? { link: files.link } : {}),
  ...(files?.chatId ? { filesIn: files.chatId } : {}),
})

/** The receipt of files and text. Files with unknown ids, or in another chat, are left out. */
export function mergedReceipt(files: StoredReceipt, { chatId, ...text }: Receipt): Receipt {
  const [textId] = text.externalIds
  // Without their ids the files cannot be deleted, so only the text is in the receipt.
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

/** The facts of a group that decide whether something can be sent there. */
type GroupState = { kind: string; groupStatus: string }

/** Why nothing can be sent to a group; undefined if it can. */
export const groupSkip = (group: GroupState): SkipCode | undefined =>
  isEndedOwnChat(group) ? 'own_chat_ended' : GROUP_OBSTACLES[group.groupStatus]

/** Whether an own chat has ended: its person blocked the bot or stopped the tests, or another chat replaced it. */
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
