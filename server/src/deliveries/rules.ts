import type { ChannelKind } from '@carillon/contract/config'
import type { DeliveryStatus } from '@carillon/contract/deliveries'
import type { Pace } from '../channels/port/sending.ts'
import type { SkipCode } from '../occurrences/words.ts'
import { minutes } from '../platform/clock.ts'

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

/** Reason shown when an earlier attempt may have been delivered. */
export const MAYBE_SENT = 'An earlier try may have been sent.'

/** Why nothing can be sent to a group in one of these statuses. */
export const GROUP_OBSTACLES: Partial<Record<string, SkipCode>> = {
  muted: 'group_muted',
  lost: 'group_lost',
  suspended: 'group_suspended',
  disconnected: 'group_disconnected',
  removed: 'group_removed',
}

/** The statuses of a group in which nothing can be sent to it. */
export const UNREACHABLE_STATUSES = Object.keys(GROUP_OBSTACLES)

/** Why nothing can be sent to a group in this status, in words; undefined if it can. */
export const groupObstacle = (groupStatus: string): string | undefined =>
  groupObstacleWords[groupStatus]

/** The statuses of a group in which its user may not use its account any more, not even for what was sent. */
export const CLOSED_STATUSES = ['lost', 'disconnected', 'removed']

const groupObstacleWords: Partial<Record<string, string>> = {
  muted: 'The group is muted. Unmute it first.',
  lost: 'The group cannot be reached any more.',
  suspended: 'The group is above the limit of your tier.',
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
