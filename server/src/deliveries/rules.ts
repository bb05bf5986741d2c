import type { ChannelKind } from '@carillon/contract/config'
import type { DeliveryStatus, OccurrenceStatus } from '@carillon/contract/deliveries'
import type { Capabilities, Pace } from '../channels/port.ts'
import { minutes } from '../platform/clock.ts'

// What other rooms may know of quiet hours.
export { quietForecast, type QuietGroups } from './quiet.ts'

/** Not yet sent, and may be: the states a lane reads. */
export const PENDING = ['queued', 'waiting', 'held'] as const satisfies readonly DeliveryStatus[]

/** A slot names a minute, so nothing within a minute of it is late, however small its window. */
export const WINDOW_MIN_MS = minutes(1)

/** The reason of an occurrence of which some deliveries could never be written: it is not whole. */
export const CUT_SHORT = 'cut_short'

/** The same where a person stopped it before all of them were written. */
export const STOPPED_SHORT = 'stopped_short'

/** Whether an occurrence is not whole, for good: whatever of it is sent, others never get it. */
export const isShort = (reason: string | null | undefined): boolean =>
  reason === CUT_SHORT || reason === STOPPED_SHORT

/** The code of a delivery that is taken as sent, though no answer came. */
export const ASSUMED = 'assumed_sent'

/** How a delivery is told whose earlier try may have been accepted, whatever ended it. */
export const MAYBE_SENT = 'An earlier try may have been sent.'

/** Why a delivery is passed over, as code and in words. */
export const skipWords = {
  late: 'It was not sent: its time had passed.',
  paused: 'It was not sent: it was paused.',
  canceled: 'It was not sent: it was canceled.',
  deleted: 'It was not sent: it was deleted.',
  quiet_hours: 'It was not sent: the group had quiet hours.',
  cap: 'It was not sent: the group had as many messages as it takes.',
  group_muted: 'It was not sent: the group is muted.',
  group_lost: 'It was not sent: the group cannot be reached any more.',
  group_suspended: 'It was not sent: the group is above the limit of your plan.',
  group_disconnected:
    'It was not sent: the token of its bot was changed. Paste the current token, then send it again.',
  group_removed: 'It was not sent: the group was removed.',
  same_chat: 'It was not sent: the same chat has it by another of your groups.',
} as const
export type SkipCode = keyof typeof skipWords

/** Why a whole occurrence was passed over, or is not whole, in words. */
export function occurrenceReason({ status, reason }: Ended): { reason?: string } {
  if (status === 'skipped') return { reason: occurrenceWords(reason) }
  const words = shortWords[reason ?? '']
  return words ? { reason: words } : {}
}

/** Why all of it was passed over, in words. */
export const occurrenceWords = (reason: string | null): string =>
  occurrenceReasons[reason ?? ''] ?? 'It was not sent.'

type Ended = { status: OccurrenceStatus; reason: string | null }

const occurrenceReasons: Partial<Record<string, string>> = {
  ...skipWords,
  no_groups: 'It was not sent: it has no group to go to.',
  overlap: 'It was not sent: the one before it was still being sent.',
  exception: 'It was left out.',
  [STOPPED_SHORT]: 'It was not sent: it was stopped.',
}

const shortWords: Partial<Record<string, string>> = {
  [CUT_SHORT]: 'It could not be prepared for all of its groups. The rest of them did not get it.',
  [STOPPED_SHORT]:
    'It was stopped before it was prepared for all of its groups. The rest of them did not get it.',
}

/** What stands in the way of a delivery that is read from its lane, if anything. */
export function obstacle(
  delivery: {
    expiresAt: Date
    groupStatus: string
    blockedUntil: Date | null
    stopped: SkipCode | null
  },
  now: Date,
): { skip: SkipCode } | { until: Date } | undefined {
  if (delivery.stopped) return { skip: delivery.stopped }
  const skip = groupObstacles[delivery.groupStatus]
  if (skip) return { skip }
  if (delivery.expiresAt <= now) return { skip: 'late' }
  if (delivery.blockedUntil && delivery.blockedUntil > now) return { until: delivery.blockedUntil }
  return undefined
}

const groupObstacles: Partial<Record<string, SkipCode>> = {
  muted: 'group_muted',
  lost: 'group_lost',
  suspended: 'group_suspended',
  disconnected: 'group_disconnected',
  removed: 'group_removed',
}

/** The states of a group in which nothing is sent to it. */
export const SILENT_GROUPS = Object.keys(groupObstacles)

/** Why nothing can be sent to a group in this state now, in words, if anything keeps it. */
export const groupObstacle = (groupStatus: string): string | undefined =>
  groupObstacleWords[groupStatus]

const groupObstacleWords: Partial<Record<string, string>> = {
  muted: 'The group is muted. Unmute it first.',
  lost: 'The group cannot be reached any more.',
  suspended: 'The group is above the limit of your plan.',
  disconnected: 'The token of its bot was changed. Paste the current token first.',
  removed: 'The group was removed.',
}

/** What an account's state means for its lane, on a channel that can do this. */
export function laneState(
  account: { status: string; reason: string | null; pausedUntil: Date | null },
  { sendsInSession }: Pick<Capabilities, 'sendsInSession'>,
): LaneState {
  switch (account.status) {
    case 'reconnecting':
      if (!sendsInSession) return { kind: 'open', until: account.pausedUntil }
      return {
        kind: 'held',
        code: 'disconnected',
        reason: 'The connection is down; it goes out once it is back in time.',
      }
    case 'needs_pairing':
      return {
        kind: 'failed',
        code: 'unauthorized',
        reason: 'The network no longer accepts this connection. Connect it again, then retry.',
      }
    case 'banned':
      return {
        kind: 'failed',
        code: 'banned',
        reason: 'The network has banned this account. Use another connection.',
      }
    default:
      return { kind: 'open', until: account.pausedUntil }
  }
}

export type LaneState =
  | { kind: 'open'; until: Date | null }
  | { kind: 'held' | 'failed'; code: string; reason: string }

export type Counts = {
  total: number
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
}

/**
 * What an occurrence is called by the ends of its deliveries; unconfirmed ones keep it `partly`, and one
 * that was cut or stopped short is never `done`.
 */
export function occurrenceStatus(row: Counts & { reason: string | null }): OccurrenceStatus {
  const { total, sent, failed, skipped, unconfirmed, reason } = row
  if (sent + failed + skipped + unconfirmed < total) return 'sending'
  if (reason === CUT_SHORT) return sent + unconfirmed > 0 ? 'partly' : 'failed'
  if (skipped === total) return 'skipped'
  if (sent === total && reason !== STOPPED_SHORT) return 'done'
  return sent > 0 || unconfirmed > 0 ? 'partly' : 'failed'
}

/** Whether what is told of an occurrence is over: progress that was read before its end and comes after it. */
export const isOvertaken = (told: { status: string }, finishedAt: Date | null): boolean =>
  told.status === 'sending' && finishedAt !== null

/** Where a group's deliveries wait, and how many wait there already. */
export type Lane = {
  accountId: string
  channel: ChannelKind
  externalId: string
  ahead: number
}

/**
 * Answers, one delivery after the other in the order they are planned, how long its turn is away by the
 * forecast, in milliseconds: after all that waits in its lane, and what others are adding to it, at its
 * account's and its group's pace.
 */
export function forecast(
  paceOf: (channel: ChannelKind) => Pace | undefined,
  others: ReadonlyMap<string, number>,
): (lane: Lane) => number {
  const places = new Map<string, number>()
  const count = (key: string) => {
    const place = places.get(key) ?? 0
    places.set(key, place + 1)
    return place
  }
  return ({ accountId, channel, externalId, ahead }) => {
    const place = (others.get(accountId) ?? 0) + count(accountId) + 1
    const groupPlace = count(`${accountId} ${externalId}`)
    const pace = paceOf(channel)
    if (!pace) return 0
    const everyMs = 1_000 / pace.account.perSecond
    return Math.floor(
      Math.max((ahead + place) * everyMs, (groupPlace * 60_000) / pace.groupPerMinute),
    )
  }
}
