import { NEXT_RUNS_MAX } from '@carillon/contract/messages'
import { after, days, fromEpoch, hours, latest } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import { dueAt, slots } from '../schedule/rules.ts'
import { readSends } from '../sending/actions.ts'
import { dayStart, type Limited, limitForecast, NEVER, SENDS_MATTER_MS } from '../sending/rules.ts'
import * as store from './daily-limits-store.ts'
import type { LimitedByRules, LimitedSchedule } from './daily-limits-store.ts'

export { readLimited, readLimitedGroupsOf } from './daily-limits-store.ts'
export type { LimitedByRules } from './daily-limits-store.ts'

/** Most sends to limited groups that are forecast for a list. So many take a tenth of a second (measured 2026-11). */
const STEPS_MAX = 20_000

/** How far ahead the runs of lists are checked against daily limits. */
const AHEAD_MS = days(7)

/** So far ahead are slots computed at once, and then put into the order in which they are due. */
const WINDOW_MS = hours(6)

/** What daily limits do to the next runs of a series, by the times at which they are due. */
export type RunLimits = ReadonlyMap<number, Limited>

type Row = { id: string; userId: string; nextAt: Date | null }

/**
 * What daily limits do to the next runs of these series of one user, by the id of the series. What is sent to the same
 * groups before that counts, too. If there are too many sends until a run, nothing is told of it.
 */
export async function readRunLimits(
  ctx: Context,
  reading: Reading,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, RunLimits>> {
  const now = ctx.clock.now()
  const until = after(now, AHEAD_MS)
  const near = rows.filter(({ nextAt }) => nextAt && nextAt < until)
  const [first] = near
  const limited = first ? await store.readLimited(reading, first.userId) : []
  if (!first || limited.length === 0) return new Map()
  const groupIds = limited.map(({ id }) => id)
  const all = await store.readLimitedSchedules(reading, first.userId, groupIds, until)
  const ids = new Set(near.map(({ id }) => id))
  const asked = all.filter(({ sourceId }) => ids.has(sourceId))
  const theirs = new Set(asked.flatMap((one) => one.groupIds))
  if (theirs.size === 0) return new Map()
  const series = all.flatMap((one) => {
    const shared = one.groupIds.filter((id) => theirs.has(id))
    return shared.length > 0 ? { ...one, groupIds: shared } : []
  })
  const groups = limited.filter(({ id }) => theirs.has(id))
  const forecast = await startForecast(reading, groups, now)
  const lasts = await readLastSlots(ctx, reading, series, until)
  const left = new Map(asked.map(({ sourceId, spec }) => [sourceId, runsOf(spec)]))
  const found = new Map(asked.map(({ sourceId }) => [sourceId, new Map<number, Limited>()]))
  let steps = 0
  for await (const { at, sourceId, groupIds } of sendsInOrder(series, { now, until, lasts })) {
    steps += groupIds.length
    if (steps > STEPS_MAX) break
    const limit = forecast(groupIds, latest(fromEpoch(at), now))
    if (limit) found.get(sourceId)?.set(at, limit)
    const runs = left.get(sourceId)
    if (runs === undefined) continue
    if (runs > 1) left.set(sourceId, runs - 1)
    else left.delete(sourceId)
    if (left.size === 0) break
  }
  return found
}

/** How many next runs are told of a series. */
const runsOf = ({ rule }: LimitedSchedule['spec']) => (rule.kind === 'once' ? 1 : NEXT_RUNS_MAX)

type Bounds = { now: Date; until: Date; lasts: ReadonlyMap<string, Date> }

/** The sends of these series in the order in which they are due. */
async function* sendsInOrder(
  series: readonly LimitedSchedule[],
  { now, until, lasts }: Bounds,
): AsyncGenerator<{ at: number; sourceId: string; groupIds: string[] }, void, undefined> {
  const letOthersRun = startLongWork()
  const coming = series.map((one) => {
    const all = slots(one.spec, one.nextSlotAt)
    return { ...one, all, last: lasts.get(one.sourceId) ?? until, next: all.next().value }
  })
  let waiting: { at: number; sourceId: string; groupIds: string[] }[] = []
  for (let to = now.getTime() + WINDOW_MS; ; to += WINDOW_MS) {
    for (const one of coming) {
      while (one.next && one.next.at.getTime() < to && one.next.at <= one.last) {
        const at = dueAt(one.spec, one.next.at).getTime()
        waiting.push({ at, sourceId: one.sourceId, groupIds: one.groupIds })
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

/** Forecasts what daily limits do to sends to these groups, after what they got until now. */
export async function startForecast(
  reading: Reading,
  limited: readonly LimitedByRules[],
  now: Date,
): Promise<ReturnType<typeof limitForecast>> {
  const asked = limited.map(({ id }) => ({ groupId: id }))
  const sent = Map.groupBy(
    await readSends(reading, after(now, -SENDS_MATTER_MS), asked),
    ({ groupId }) => groupId,
  )
  const startIn = new Map<string, Date>()
  const groups = limited.map((group) => {
    const { id, timeZone } = group
    const start = startIn.get(timeZone) ?? dayStart(now, timeZone)
    startIn.set(timeZone, start)
    const at = (sent.get(id) ?? []).map((send) => send.at)
    const today = at.filter((one) => one >= start).length
    return { ...group, last: at.reduce(latest, NEVER), today }
  })
  return limitForecast(groups, now)
}

/** The last slots of those that end by themselves: nothing is sent after them that could count. */
async function readLastSlots(
  ctx: Context,
  reading: Reading,
  series: readonly LimitedSchedule[],
  until: Date,
): Promise<ReadonlyMap<string, Date>> {
  const cycles = series.filter(({ source }) => source === 'cycle').map(({ sourceId }) => sourceId)
  const lasts = cycles.length > 0 && ctx.sources.cycle?.lastSlots?.(reading, cycles, until)
  return (await lasts) || new Map<string, Date>()
}
