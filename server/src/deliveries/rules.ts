import type { DeliveryStatus, OccurrenceStatus } from '@carillon/contract/deliveries'
import type { OnUnconfirmed } from '@carillon/contract/messages'
import type { Capabilities, Outcome, Receipt } from '../channels/port.ts'
import { after, earliest, minutes, seconds } from '../platform/clock.ts'

// What other rooms may know of quiet hours.
export { quietForecast, type QuietGroups } from './quiet.ts'

/** Not yet sent, and may be: the states a lane reads. */
export const PENDING = ['queued', 'waiting', 'held'] as const satisfies readonly DeliveryStatus[]

/** How long after each failed try the next one follows, in milliseconds; the last repeats. */
const BACK_OFF_MS = [seconds(5), seconds(30), minutes(2), minutes(10)] as const

/** A slot names a minute, so nothing within a minute of it is late, however small its window. */
export const WINDOW_MIN_MS = minutes(1)

/** A last try is worth making when its time is up at least this much later, in milliseconds. */
const LAST_TRY_MS = seconds(5)

/** Sends that a policy `resend` may add to the first: at worst three copies, never a stream of them. */
const RESENDS_MAX = 2

/** Chats move once. A network that keeps sending us elsewhere is refused after this many tries. */
const MOVES_MAX = 3

/** The reason of an occurrence of which some deliveries could never be written: it is not whole. */
export const CUT_SHORT = 'cut_short'

/** The code of a delivery that is taken as sent, though no answer came. */
export const ASSUMED = 'assumed_sent'

/** How a delivery is told whose earlier try may have been accepted, whatever ended it. */
export const MAYBE_SENT = 'An earlier try may have been sent.'

/** Why a delivery is passed over, as code and in words. */
export const skipWords = {
  late: 'It was not sent: its time had passed.',
  paused: 'It was not sent: it was paused.',
  canceled: 'It was not sent: it was canceled.',
  quiet_hours: 'It was not sent: the group had quiet hours.',
  cap: 'It was not sent: the group had as many messages as it takes.',
  group_muted: 'It was not sent: the group is muted.',
  group_lost: 'It was not sent: the group cannot be reached any more.',
  group_suspended: 'It was not sent: the group is above the limit of your plan.',
  group_removed: 'It was not sent: the group was removed.',
} as const
export type SkipCode = keyof typeof skipWords

/** Why a whole occurrence was passed over, or is not whole, in words. */
export const occurrenceReason = ({ status, reason }: Ended): { reason?: string } =>
  status === 'skipped' || reason === CUT_SHORT ? { reason: occurrenceWords(reason) } : {}

/** What its reason means, in words. */
export const occurrenceWords = (reason: string | null): string =>
  occurrenceReasons[reason ?? ''] ?? 'It was not sent.'

type Ended = { status: OccurrenceStatus; reason: string | null }

const occurrenceReasons: Partial<Record<string, string>> = {
  ...skipWords,
  no_groups: 'It was not sent: it has no group to go to.',
  overlap: 'It was not sent: the one before it was still being sent.',
  exception: 'It was left out.',
  [CUT_SHORT]: 'It could not be prepared for all of its groups. The rest of them did not get it.',
}

/** What a lane knows of a delivery when its try has been answered. */
export type Tried = {
  expiresAt: Date
  tries: number
  /** An earlier attempt may have been accepted. */
  doubtful: boolean
  onUnconfirmed: OnUnconfirmed
  guarantee: Capabilities['guarantee']
}

/** What becomes of a delivery after a try. */
export type Verdict = {
  status: 'queued' | 'waiting' | 'sent' | 'failed' | 'skipped' | 'unconfirmed'
  notBefore: Date
  tries: number
  doubtful: boolean
  code: string | null
  reason: string | null
  receipt: Receipt | null
}

/** What a try costs, where it leads, and in which words it is told. Total over every outcome. */
// oxlint-disable-next-line typescript/consistent-return -- every kind of outcome answers
export function verdict(delivery: Tried, outcome: Outcome, now: Date): Verdict {
  const { tries, doubtful } = delivery
  const stays = { notBefore: now, tries, doubtful, code: null, reason: null, receipt: null }
  switch (outcome.kind) {
    case 'sent':
      return { ...stays, status: 'sent', doubtful: false, receipt: outcome.receipt }
    case 'retry':
      return outcome.waitMs === undefined
        ? backOff(delivery, outcome, now)
        : wait(delivery, outcome, after(now, outcome.waitMs), now)
    case 'retarget':
      return tries < MOVES_MAX
        ? { ...stays, status: 'queued', tries: tries + 1 }
        : end(delivery, { code: 'unknown', reason: 'The group keeps moving elsewhere.' }, now)
    case 'refused':
    case 'groupLost':
    case 'accountLost':
      return end(delivery, outcome, now)
    case 'unconfirmed':
      return unconfirmed(delivery, outcome.reason, now)
  }
}

/** The network named the time: honored exactly, and it costs no try. */
function wait(delivery: Tried, { code, reason }: Told, until: Date, now: Date): Verdict {
  if (until >= delivery.expiresAt) return expire(delivery, now, reason)
  const { tries, doubtful } = delivery
  return { status: 'waiting', notBefore: until, tries, doubtful, code, reason, receipt: null }
}

function backOff(delivery: Tried, told: Told, now: Date): Verdict {
  const tries = delivery.tries + 1
  const notBefore = nextTry(delivery, now)
  if (!notBefore) {
    const reason = `${told.reason} Tried ${times(tries)} until its time was up.`
    return { ...end(delivery, { ...told, reason }, now), tries }
  }
  return {
    status: 'waiting',
    notBefore,
    tries,
    doubtful: delivery.doubtful,
    ...told,
    receipt: null,
  }
}

/** When to try again: later each time, a last time just before its time is up. */
function nextTry({ tries, expiresAt }: Tried, now: Date): Date | undefined {
  const step = BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)]!
  const last = after(expiresAt, -seconds(1))
  const next = earliest(after(now, step), last)
  return next >= after(now, LAST_TRY_MS) ? next : undefined
}

function unconfirmed(delivery: Tried, reason: string, now: Date): Verdict {
  const tries = delivery.tries + 1
  const told = { code: 'unconfirmed', reason: `${reason} It may have been sent.` }
  const given = { tries, doubtful: true, receipt: null, notBefore: now, ...told }
  if (delivery.guarantee !== 'once' && delivery.onUnconfirmed === 'assume_sent') {
    return { ...given, ...assumed(reason), doubtful: false, status: 'sent' }
  }
  // The network knows our id of a repeated send; without that, only its owner may risk a second copy.
  const again =
    delivery.guarantee === 'once'
      ? delivery.tries < BACK_OFF_MS.length
      : delivery.onUnconfirmed === 'resend' && delivery.tries < RESENDS_MAX
  const notBefore = again ? nextTry(delivery, now) : undefined
  return notBefore
    ? { ...given, status: 'waiting', notBefore }
    : { ...given, status: 'unconfirmed' }
}

/** How a send is told whose answer was lost and whose owner said to take it as sent. */
const assumed = (reason: string) => ({
  code: ASSUMED,
  reason: `${reason} It is taken as sent, as you chose.`,
})

/** Ends a delivery for good; one that may have been accepted earlier never claims that it was not. */
function end(delivery: Tried, { code, reason }: Told, now: Date): Verdict {
  const { tries, doubtful } = delivery
  return {
    status: doubtful ? 'unconfirmed' : 'failed',
    notBefore: now,
    tries,
    doubtful,
    code,
    reason: doubtful ? `${reason} ${MAYBE_SENT}` : reason,
    receipt: null,
  }
}

/**
 * What becomes of a delivery whose owner ended while it was on the wire. A network that knows our id
 * gets it again at once, as it would have gone on.
 */
export function orphaned(delivery: Tried, now: Date): Verdict {
  const left = unconfirmed(delivery, 'The server stopped before the answer arrived.', now)
  const again = delivery.guarantee === 'once' && left.status === 'waiting'
  return again ? { ...left, status: 'queued', notBefore: now } : left
}

/** What becomes of a delivery whose time is up before it could be sent. */
function expire(delivery: Tried, now: Date, why?: string): Verdict {
  const reason = why ? `${why} ${skipWords.late}` : skipWords.late
  const ended = end(delivery, { code: 'late', reason }, now)
  return ended.status === 'failed' ? { ...ended, status: 'skipped' } : ended
}

type Told = { code: string; reason: string }

const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)

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
  removed: 'The group was removed.',
}

/** What an account's state means for its lane. */
export function laneState(account: {
  status: string
  reason: string | null
  pausedUntil: Date | null
}): LaneState {
  switch (account.status) {
    case 'reconnecting':
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
 * that was cut short is never `done`.
 */
export function occurrenceStatus(row: Counts & { reason: string | null }): OccurrenceStatus {
  const { total, sent, failed, skipped, unconfirmed, reason } = row
  if (sent + failed + skipped + unconfirmed < total) return 'sending'
  if (reason === CUT_SHORT) return sent + unconfirmed > 0 ? 'partly' : 'failed'
  if (skipped === total) return 'skipped'
  if (sent === total) return 'done'
  return sent > 0 || unconfirmed > 0 ? 'partly' : 'failed'
}
