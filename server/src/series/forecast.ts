import { NEXT_RUNS_MAX } from '@carillon/contract/messages'
import { after, days, fromEpoch, hours, latest } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import { dueAt, slots } from '../schedule/rules.ts'
import { readSends } from '../sending/actions.ts'
import {
  countsSends,
  dayStart,
  type Limited,
  NEVER,
  rulesForecast,
  SENDS_MATTER_MS,
} from '../sending/rules.ts'
import * as store from './forecast-store.ts'
import type { Exclusive, RuledGroup, RuledSchedule } from './forecast-store.ts'

export { readExclusive, readRuled, readRuledGroupsOf } from './forecast-store.ts'
export type { RuledGroup } from './forecast-store.ts'

/** Most sends to groups with rules that are forecast for a list. So many take a tenth of a second (measured 2026-11). */
const STEPS_MAX = 20_000

/** How far ahead the runs of lists are checked against the rules of groups. */
const AHEAD_MS = days(7)

/** So far ahead are slots computed at once, and then put into the order in which they are due. */
const WINDOW_MS = hours(6)

/** A send that is left out, because the one before it is still being sent then; or what daily limits do to it. */
export type Forecast = 'left out' | Limited

/** What becomes of the next runs of a series, by the times at which they are due. */
export type RunForecasts = ReadonlyMap<number, Forecast>

type Row = { id: string; userId: string; nextAt: Date | null }

/**
 * What the rules of groups do to the next runs of these series of one user, by the id of the series. What is sent to the
 * same groups before that counts, too. If there are too many sends until a run, nothing is told of it.
 */
export async function readForecasts(
  ctx: Context,
  reading: Reading,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, RunForecasts>> {
  const now = ctx.clock.now()
  const until = after(now, AHEAD_MS)
  const near = rows.filter(({ nextAt }) => nextAt && nextAt < until)
  const [first] = near
  const ruled = first ? await store.readRuled(reading, first.userId) : []
  if (!first || ruled.length === 0) return new Map()
  const ids = new Set(near.map(({ id }) => id))
  const counting = new Set(ruled.filter(countsSends).map(({ id }) => id))
  // Other series matter only in groups where a send counts for the next ones.
  const only = counting.size === 0 ? [...ids] : undefined
  const all = await store.readRuledSchedules(reading, first.userId, ruled, { until, only })
  const asked = all.filter(({ sourceId }) => ids.has(sourceId))
  if (asked.length === 0) return new Map()
  const theirs = new Set(asked.flatMap((one) => one.groupIds))
  const series = all.flatMap((one) => {
    const shared = one.groupIds.filter((id) => theirs.has(id))
    const counts = shared.some((id) => counting.has(id))
    return counts || ids.has(one.sourceId) ? { ...one, groupIds: shared, counts } : []
  })
  const forecastOf = await startForecast(reading, {
    groups: ruled.filter(({ id }) => theirs.has(id)),
    exclusive: await store.readExclusive(
      reading,
      series.map(({ sourceId }) => sourceId),
    ),
    now,
  })
  const lasts = await readLastSlots(ctx, reading, series, until)
  const left = new Map(asked.map(({ sourceId, spec }) => [sourceId, runsOf(spec)]))
  const found = new Map(asked.map(({ sourceId }) => [sourceId, new Map<number, Forecast>()]))
  const matters = (one: Coming) => one.counts || left.has(one.sourceId)
  let steps = 0
  for await (const send of sendsInOrder(series, { now, until, lasts, matters })) {
    const { sourceId, at } = send
    const forecast = forecastOf(send)
    if (forecast) found.get(sourceId)?.set(at, forecast)
    if (forecast === 'left out') continue
    steps += send.groupIds.length
    if (steps > STEPS_MAX) break
    const runs = left.get(sourceId)
    if (runs === undefined) continue
    if (runs > 1) left.set(sourceId, runs - 1)
    else left.delete(sourceId)
    if (left.size === 0) break
  }
  return found
}

/** How many next runs are told of a series. */
const runsOf = ({ rule }: RuledSchedule['spec']) => (rule.kind === 'once' ? 1 : NEXT_RUNS_MAX)

/** A series whose sends are forecast; `counts`: whether they count for sends of other series. */
type Coming = RuledSchedule & { counts: boolean }

/** A send to come: when it is planned and when it is due, and the groups with rules that it goes to. */
type ComingSend = { sourceId: string; plannedAt: number; at: number; groupIds: readonly string[] }

type Bounds = {
  now: Date
  until: Date
  lasts: ReadonlyMap<string, Date>
  /** Whether the next sends of a series still matter. */
  matters: (one: Coming) => boolean
}

/** The sends of these series in the order in which they are due. */
async function* sendsInOrder(
  series: readonly Coming[],
  { now, until, lasts, matters }: Bounds,
): AsyncGenerator<ComingSend, void, undefined> {
  const letOthersRun = startLongWork()
  const coming = series.map((one) => {
    const all = slots(one.spec, one.nextSlotAt)
    return { ...one, all, last: lasts.get(one.sourceId) ?? until, next: all.next().value }
  })
  let waiting: ComingSend[] = []
  for (let to = now.getTime() + WINDOW_MS; ; to += WINDOW_MS) {
    for (const one of coming.filter(matters)) {
      const { sourceId, groupIds } = one
      while (one.next && one.next.at.getTime() < to && one.next.at <= one.last) {
        const at = dueAt(one.spec, one.next.at).getTime()
        waiting.push({ sourceId, plannedAt: one.next.at.getTime(), at, groupIds })
        one.next = one.all.next().value
        await letOthersRun()
      }
    }
    // Jitter puts some off until after slots of the next window.
    waiting.sort((a, b) => a.at - b.at || (a.sourceId < b.sourceId ? -1 : 1))
    yield* waiting.filter(({ at }) => at < to)
    waiting = waiting.filter(({ at }) => at >= to)
    if (to >= until.getTime()) return
  }
}

type Start = { groups: readonly RuledGroup[]; exclusive: readonly Exclusive[]; now: Date }

/**
 * Forecasts sends: what the rules of these groups do to each, and whether it is left out because the send before it is
 * not over yet. It begins with what the groups have got until now. Call it for all coming sends in the order of their
 * times, since each one counts for those after it.
 */
export async function startForecast(
  reading: Reading,
  { groups, exclusive, now }: Start,
): Promise<(send: ComingSend) => Forecast | undefined> {
  const rules = rulesForecast(await withSends(reading, groups, now), now)
  /** Until when series are busy that leave out what is planned before. */
  const busyUntil = new Map(exclusive.map((one) => [one.id, one.waitsUntil?.getTime() ?? 0]))
  return ({ sourceId, plannedAt, at, groupIds }) => {
    const busy = busyUntil.get(sourceId)
    // What is allowed at the instant of the next run is still being sent then.
    if (busy !== undefined && plannedAt <= busy) return 'left out'
    const { until, limited } = rules(groupIds, latest(fromEpoch(at), now))
    if (busy !== undefined) busyUntil.set(sourceId, until.getTime())
    return limited
  }
}

/** These groups with what each got until now. */
async function withSends(reading: Reading, groups: readonly RuledGroup[], now: Date) {
  const counting = groups.filter(countsSends).map(({ id }) => ({ groupId: id }))
  const sends = await readSends(reading, after(now, -SENDS_MATTER_MS), counting)
  const sent = Map.groupBy(sends, ({ groupId }) => groupId)
  const startIn = new Map<string, Date>()
  return groups.map((group) => {
    const { id, timeZone } = group
    const start = startIn.get(timeZone) ?? dayStart(now, timeZone)
    startIn.set(timeZone, start)
    const at = (sent.get(id) ?? []).map((send) => send.at)
    const today = at.filter((one) => one >= start).length
    return { ...group, last: at.reduce(latest, NEVER), today }
  })
}

/** The last slots of those that end by themselves: nothing is sent after them that could count. */
async function readLastSlots(
  ctx: Context,
  reading: Reading,
  series: readonly RuledSchedule[],
  until: Date,
): Promise<ReadonlyMap<string, Date>> {
  const cycles = series.filter(({ source }) => source === 'cycle').map(({ sourceId }) => sourceId)
  const lasts = cycles.length > 0 && ctx.sources.cycle?.lastSlots?.(reading, cycles, until)
  return (await lasts) || new Map<string, Date>()
}
