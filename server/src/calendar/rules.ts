import {
  CALENDAR_DAY_MAX,
  CALENDAR_ONE_DAY_MAX,
  CALENDAR_WEEK_DAY_MAX,
  selectFairly,
} from '@carillon/contract/calendar'
import type { WaitCode } from '@carillon/contract/deliveries'
import type { Quiet } from '@carillon/contract/groups'
import type { SlotMark } from '@carillon/contract/schedule'
import { fromEpoch } from '../platform/clock.ts'
import type { Described } from '../planning/port.ts'
import { withoutLimited } from '../sending/rules.ts'
import type { Day } from './days.ts'
import type { Forecast } from '../series/actions.ts'
import type { SourceKind } from '../occurrences/port.ts'

/** A send without the description of its source. */
export type UndescribedSend = {
  source: SourceKind
  sourceId: string
  at: number
  slotAt: Date | null
  /** When its slot is planned: `at` without jitter. Missing if it is planned already. */
  plannedAt?: number
  status: 'planned' | 'sending' | 'done' | 'partly' | 'failed' | 'skipped'
  reason: string | null
  occurrenceId: string | null
  /** How many of its deliveries were sent; missing while it is planned. */
  sent?: number
  /** How a clock change affects its slot. */
  mark?: SlotMark
  changed?: 'moved' | 'skipped'
  /** When the next delivery may be sent, if all remaining ones wait. */
  waitsUntil?: Date | null
  waitsFor?: WaitCode | null
  /** What the daily limits of its groups do to it. */
  limit?: Quiet
  /** In how many of its groups quiet hours delay it before the daily limit does something. */
  limitedAfterQuiet?: number
}

/** A coming send with what the rules of its groups do to it. */
export function withForecast(
  send: UndescribedSend,
  forecast: Forecast | undefined,
): UndescribedSend {
  if (!forecast) return send
  if (forecast === 'left out') return { ...send, status: 'skipped', reason: 'will_overlap' }
  return { ...send, limit: forecast.limit, limitedAfterQuiet: forecast.quiet }
}

/** Sends by day, each day in time order. Days without sends are left out. */
export function byDay(days: readonly Day[], sends: readonly UndescribedSend[]) {
  const sorted = sends.toSorted(inOrder)
  let next = 0
  return days.flatMap((day) => {
    while (next < sorted.length && sorted[next]!.at < day.from) next++
    const first = next
    while (next < sorted.length && sorted[next]!.at < day.to) next++
    return next > first ? [{ day, sends: sorted.slice(first, next) }] : []
  })
}

/** Most sends that are listed of each day, if so many days are asked for. */
export function mostOfDay(days: number, asked: number | undefined): number {
  if (days === 1) return asked ?? CALENDAR_ONE_DAY_MAX
  return days <= 7 ? CALENDAR_WEEK_DAY_MAX : CALENDAR_DAY_MAX
}

/**
 * Up to `most` of these sends, in time order as they are: of each series those that come next, then those that were last.
 */
export function selectNearest<S extends { send: UndescribedSend }>(
  sends: readonly S[],
  most: number,
): S[] {
  const [over, toCome] = [false, true].map((isToCome) =>
    sends.filter(
      ({ send: { status } }) => (status === 'planned' || status === 'sending') === isToCome,
    ),
  )
  const nearest = [...toCome!, ...over!.toReversed()].map((one) => ({
    one,
    sourceId: one.send.sourceId,
  }))
  const selected = new Set(selectFairly(nearest, most).map(({ one }) => one))
  return sends.filter((one) => selected.has(one))
}

/** What quiet hours do to a send that is to come. */
export function quietOf(send: UndescribedSend, { quietAt }: Described): Quiet | undefined {
  const quiet = send.status === 'planned' ? quietAt(fromEpoch(send.at)) : undefined
  return quiet && withoutLimited(quiet, send.limitedAfterQuiet)
}

/** Whether quiet hours and daily limits will skip a send that is to come in all its groups. */
export const willSkip = (send: UndescribedSend, described: Described): boolean =>
  (quietOf(send, described)?.skipped ?? 0) + (send.limit?.skipped ?? 0) >= (described.groups || 1)

type Placed = Pick<UndescribedSend, 'at' | 'sourceId'>

/** In time order; several at one instant always in the same order. */
export const inOrder = (a: Placed, b: Placed): number =>
  a.at - b.at || compare(a.sourceId, b.sourceId)

/** How much of what was sent is deleted again. */
export const deletedOf = (sent: number, deleted: number): 'all' | 'some' | undefined =>
  deleted === 0 ? undefined : deleted >= sent ? 'all' : 'some'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
