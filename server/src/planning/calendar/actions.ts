import {
  CALENDAR_DAY_MAX,
  CALENDAR_DAYS_MAX,
  inTurns,
  TODAY_MAX,
  type getCalendar,
  type getToday,
  type Send,
} from '@carillon/contract/calendar'
import type { Schedule } from '@carillon/contract/schedule'
import type { AnswerOf } from '@carillon/contract/endpoint'
import { after, fromEpoch, hours, latest, minutes } from '../../platform/clock.ts'
import { occurrenceWords } from '../../deliveries/rules.ts'
import type { UserContext } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { dueAt, nextSlot, slots } from '../../schedule/rules.ts'
import type { Described } from '../port.ts'
import { countDays, dateOf, daysBetween, localTime, startOfDate, type Day } from './days.ts'
import { byDay, type BareSend } from './rules.ts'
import * as store from './store.ts'

/** What was, is and will be sent between two dates, day by day, in the zone given or the caller's own. */
export async function readCalendar(
  ctx: UserContext,
  query: { from: string; to: string; timeZone?: string | undefined },
): Promise<AnswerOf<typeof getCalendar>> {
  const { from, to } = query
  const count = countDays(from, to)
  if (count < 1) throw invalid('to', 'The last day is before the first.')
  if (count > CALENDAR_DAYS_MAX) throw invalid('to', `Ask for at most ${CALENDAR_DAYS_MAX} days.`)
  const timeZone = query.timeZone ?? (await store.readTimeZone(ctx, ctx.user.id))
  const days = daysBetween(from, to, timeZone)
  const sends = await readSends(ctx, fromEpoch(days[0]!.from), fromEpoch(days.at(-1)!.to))
  const shown = byDay(days, sends).map(({ day, sends }) => ({
    day,
    count: sends.length,
    sends: inTurns(sends, CALENDAR_DAY_MAX),
  }))
  const known = await describe(
    ctx,
    shown.flatMap((one) => one.sends),
  )
  return {
    timeZone,
    days: shown.map(({ day, count, sends }) => ({
      date: day.date,
      count,
      sends: sends.flatMap((send) => present(send, day, timeZone, known)),
    })),
  }
}

/** What is being sent, what was since midnight, and what goes out within 24 hours. */
export async function readToday(ctx: UserContext): Promise<AnswerOf<typeof getToday>> {
  const timeZone = await store.readTimeZone(ctx, ctx.user.id)
  const now = ctx.clock.now()
  const end = after(now, hours(24))
  const today = dateOf(now, timeZone)
  const sends = await readSends(ctx, startOfDate(today, timeZone), end)
  const days = byDay(daysBetween(today, dateOf(end, timeZone), timeZone), sends)
  const inOrder = days.flatMap(({ day, sends }) => sends.map((send) => ({ day, send })))
  const shown = inOrder.slice(0, TODAY_MAX)
  const known = await describe(
    ctx,
    shown.map(({ send }) => send),
  )
  return {
    timeZone,
    count: inOrder.length,
    sends: shown.flatMap(({ day, send }) => present(send, day, timeZone, known)),
  }
}

/** Everything of this time: occurrences as they are, and the slots the planner will come to. */
async function readSends(ctx: UserContext, from: Date, to: Date): Promise<BareSend[]> {
  const [made, planned] = await Promise.all([
    store.readOccurrences(ctx, ctx.user.id, from, to),
    store.readSchedules(ctx, ctx.user.id, to),
  ])
  const taken = new Set(made.map(({ scheduleId, slotAt }) => `${scheduleId} ${slotAt?.getTime()}`))
  const sends: BareSend[] = made.map((row) => ({
    source: row.source,
    sourceId: row.sourceId,
    at: row.dueAt.getTime(),
    slotAt: row.slotAt,
    status: row.status === 'planned' ? 'sending' : row.status,
    reason: row.status === 'skipped' ? row.reason : null,
    occurrenceId: row.id,
  }))
  const now = ctx.clock.now()
  for (const { id, source, sourceId, spec, nextSlotAt } of planned) {
    const known = { source, sourceId, reason: null, occurrenceId: null }
    for (const slot of slots(spec, latest(after(from, -JITTER_MS), nextSlotAt))) {
      if (slot.at >= to) break
      const at = dueAt(spec, slot.at)
      if (at < from || at >= to || taken.has(`${id} ${slot.at.getTime()}`)) continue
      sends.push({
        ...known,
        at: at.getTime(),
        slotAt: slot.movedFrom?.at ?? slot.at,
        status: 'planned',
        ...(slot.mark ? { mark: slot.mark } : {}),
        ...(slot.movedFrom ? { changed: 'moved' } : {}),
      })
    }
    for (const at of skippedSlots(spec, latest(from, now), to)) {
      const left = { status: 'skipped', reason: 'exception', changed: 'skipped' } as const
      sends.push({ ...known, ...left, at: at.getTime(), slotAt: at })
    }
  }
  return sends
}

/** The slots that somebody left out of a series, so that they can be put back. */
function skippedSlots({ timeZone, skips = [], ...spec }: Schedule, from: Date, to: Date): Date[] {
  return skips.flatMap((local) => {
    const slot = nextSlot({ timeZone, rule: { kind: 'once', at: local } }, from)
    if (!slot || slot.at >= to) return []
    const named = nextSlot({ ...spec, timeZone }, slot.at)
    return named?.at.getTime() === slot.at.getTime() ? [slot.at] : []
  })
}

/** A slot of the day before may be due in this one. */
const JITTER_MS = minutes(30)

/** What the sources of these sends are and say, by kind and id. */
async function describe(ctx: UserContext, sends: readonly BareSend[]) {
  const known = new Map<string, Described>()
  for (const [kind, some] of Map.groupBy(sends, ({ source }) => source)) {
    const ids = [...new Set(some.map(({ sourceId }) => sourceId))]
    const described = await ctx.sources[kind]?.describe(ctx, ids)
    for (const [id, one] of described ?? []) known.set(id, one)
  }
  return known
}

/** Nothing of a source that is gone: nobody could open it. */
function present(
  send: BareSend,
  day: Day,
  timeZone: string,
  known: ReadonlyMap<string, Described>,
): Send[] {
  const described = known.get(send.sourceId)
  if (!described) return []
  const { source, sourceId, status, slotAt, occurrenceId, mark, changed, reason } = send
  const { kind, title, textAt, groups, quietAt } = described
  const quiet = status === 'planned' ? quietAt(fromEpoch(send.at)) : undefined
  const text = textAt(slotAt)
  const differs = changed ?? (text.changed ? 'content' : undefined)
  return [
    {
      source,
      sourceId,
      kind,
      ...(title ? { title } : {}),
      text: text.text,
      status,
      ...(reason ? { reason: occurrenceWords(reason) } : {}),
      at: fromEpoch(send.at).toISOString(),
      local: localTime(day, send.at, timeZone),
      slotAt: slotAt?.toISOString() ?? null,
      occurrenceId,
      ...(mark ? { mark } : {}),
      ...(differs ? { changed: differs } : {}),
      groups,
      ...(quiet ? { quiet } : {}),
    },
  ]
}
