import {
  CALENDAR_DAYS_MAX,
  selectFairly,
  TODAY_MAX,
  type getCalendar,
  type getToday,
  type Send,
} from '@carillon/contract/calendar'
import type { HandlerResultOf, ParsedOf } from '@carillon/contract/endpoint'
import { SendStatus } from '@carillon/contract/schemas/calendar'
import { after, fromEpoch, hours } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { startLongWork } from '../platform/long-work.ts'
import type { Described, LeftOut, Narrowed } from '../planning/port.ts'
import { countByHour, countDays, dateOf, daysBetween, localTime, type Day } from './days.ts'
import { findLastSlots, findPlanned, type Found } from './planned.ts'
import { findForecasts } from './forecast.ts'
import {
  byDay,
  deletedOf,
  mostOfDay,
  quietOf,
  selectNearest,
  withForecast,
  type UndescribedSend,
} from './rules.ts'
import * as store from './store.ts'
import { standing, sumUp, sumUpDay } from './stretches.ts'
import { occurrenceWords } from '../occurrences/words.ts'
import { readRuled } from '../series/actions.ts'

type Query = ParsedOf<typeof getCalendar>['query']
type Only = Pick<Query, 'groupId' | 'kind' | 'status'>

/** What was, is and will be sent between two dates, day by day, in the given zone or that of the caller. */
export async function readCalendar(
  ctx: UserContext,
  query: Query,
): Promise<HandlerResultOf<typeof getCalendar>> {
  const { from, to } = query
  const count = countDays(from, to)
  if (count < 1) throw invalid('to', 'The last day is before the first.')
  if (count > CALENDAR_DAYS_MAX) throw invalid('to', `Ask for at most ${CALENDAR_DAYS_MAX} days.`)
  const timeZone = query.timeZone ?? (await store.readTimeZone(ctx, ctx.user.id))
  const days = daysBetween(from, to, timeZone)
  const found = await findSends(ctx, days, query)
  const most = mostOfDay(count, query.most)
  const shown = byDay(days, found.sends).map(({ day, sends }) => ({
    day,
    all: sends,
    sends: selectFairly(sends, most),
  }))
  const known = await describe(
    ctx,
    shown.flatMap((one) => one.sends),
    found.leftOut,
  )
  const letOthersRun = startLongWork()
  const told = []
  for (const { day, all, sends } of shown) {
    const { date, from } = day
    const count = all.length
    const hours = count > sends.length ? { hours: countByHour(day, all, timeZone) } : {}
    const atLeast = found.cutDays.has(from) ? { atLeast: true as const } : {}
    const presented = sends.map((send) => present(send, day, timeZone, known))
    const unlisted = await sumUpDay(day, timeZone, { all, listed: sends }, known.sources)
    told.push({ date, count, ...atLeast, ...hours, ...unlisted, sends: presented.flat() })
    await letOthersRun()
  }
  return { timeZone, days: told }
}

/** What is being sent, what was sent since midnight, and what is sent within 24 hours. */
export async function readToday(ctx: UserContext): Promise<HandlerResultOf<typeof getToday>> {
  const timeZone = await store.readTimeZone(ctx, ctx.user.id)
  const now = ctx.clock.now()
  const end = after(now, hours(24))
  const today = dateOf(now, timeZone)
  const days = daysBetween(today, dateOf(end, timeZone), timeZone)
  // Tomorrow is included only up to 24 hours from now.
  const asked = days.with(days.length - 1, { ...days.at(-1)!, to: end.getTime() })
  const { sends, cutDays, leftOut } = await findSends(ctx, asked)
  const inOrder = byDay(days, sends).flatMap(({ day, sends }) =>
    sends.map((send) => ({ day, send })),
  )
  const shown = selectNearest(inOrder, TODAY_MAX)
  const known = await describe(
    ctx,
    shown.map(({ send }) => send),
    leftOut,
  )
  const letOthersRun = startLongWork()
  const told = []
  for (const { day, send } of shown) {
    told.push(...present(send, day, timeZone, known))
    await letOthersRun()
  }
  const listed = new Set(shown)
  const rest = inOrder.filter((one) => !listed.has(one)).map(({ send }) => send)
  const unlisted = await sumUp(rest, known.sources)
  const atLeast = cutDays.size > 0 ? { atLeast: true as const } : {}
  return { timeZone, count: inOrder.length, ...atLeast, sends: told, ...unlisted }
}

/** All sends of these days that match: existing occurrences, and slots that are not planned yet. */
async function findSends(
  ctx: UserContext,
  days: readonly Day[],
  only: Only = {},
): Promise<Found & { leftOut: LeftOut }> {
  const [made, ruled, planned] = await Promise.all([
    store.readOccurrences(ctx, ctx.user.id, days),
    readRuled(ctx, ctx.user.id),
    store.readSchedules(ctx, ctx.user.id, fromEpoch(days.at(-1)!.to)),
  ])
  const taken = new Set(made.rows.map((row) => `${row.scheduleId} ${row.slotAt?.getTime()}`))
  const lasts = await findLastSlots(ctx, planned, fromEpoch(days.at(-1)!.to))
  const { from } = days[0]!
  // What the day before puts off counts on the first day.
  const dayBefore: Day = { date: '', from: from - hours(24), to: from }
  const walked = ruled.length > 0 ? [dayBefore, ...days] : days
  const { sends, cutDays } = await findPlanned(planned, walked, {
    now: ctx.clock.now(),
    isMade: ({ id }, slotAt) => taken.has(`${id} ${slotAt.getTime()}`),
    lastOf: ({ sourceId }) => lasts.get(sourceId),
  })
  const present = await findPresent(ctx, made.rows)
  const shown = made.rows.filter(({ source, sourceId }) => present.get(source)?.has(sourceId))
  const there = shown.map((row): UndescribedSend => ({
    source: row.source,
    sourceId: row.sourceId,
    at: row.dueAt.getTime(),
    slotAt: row.slotAt,
    status: row.status === 'planned' ? 'sending' : row.status,
    reason: row.status === 'skipped' ? row.reason : null,
    occurrenceId: row.id,
    waitsUntil: row.waitsUntil,
    waitsFor: row.waitsFor,
    sent: row.sent,
  }))
  // Sends that are not asked for count against the limits, too.
  const forecasts = await findForecasts(ctx, ruled, sends)
  const coming = sends.flatMap((send) =>
    send.at < from ? [] : withForecast(send, forecasts.get(send)),
  )
  cutDays.delete(dayBefore.from)
  const all = await narrowed(ctx, [...there, ...coming], only)
  const skipped = sends.filter((send) => forecasts.get(send) === 'left out')
  const leftOut = Map.groupBy(skipped, ({ sourceId }) => sourceId)
  return { sends: all, cutDays: new Set([...cutDays, ...made.cutDays]), leftOut }
}

async function narrowed(
  ctx: UserContext,
  sends: UndescribedSend[],
  { groupId, kind, status }: Only,
) {
  const statuses = status && new Set(status.split(',').map(readStatus))
  const those = statuses ? sends.filter((send) => statuses.has(send.status)) : sends
  if (!groupId && !kind) return those
  if (groupId && !isUuid(groupId)) throw invalid('groupId', 'There is no such group.')
  const isOf = async (only: Narrowed) => {
    const present = await findPresent(ctx, those, only)
    return ({ source, sourceId }: UndescribedSend) => present.get(source)?.has(sourceId) === true
  }
  const ofKind = kind ? those.filter(await isOf({ kind })) : those
  if (!groupId) return ofKind
  // A planned send has the groups it was planned for; a coming one has the current groups of its source.
  const made = ofKind.flatMap(({ occurrenceId }) => occurrenceId ?? [])
  const { known, planned } = await store.findPlannedFor(ctx, made, groupId)
  const ofGroup = await isOf({ groupId })
  return ofKind.filter((send) =>
    known.has(send.occurrenceId ?? '') ? planned.has(send.occurrenceId ?? '') : ofGroup(send),
  )
}

function readStatus(word: string): UndescribedSend['status'] {
  const status = SendStatus.safeParse(word.trim())
  if (!status.success) throw invalid('status', `There is no status "${word}".`)
  return status.data
}

/** The existing sources of these occurrences, by kind. */
async function findPresent(
  ctx: UserContext,
  made: readonly Pick<UndescribedSend, 'source' | 'sourceId'>[],
  only: Narrowed = {},
) {
  const present = new Map<string, ReadonlySet<string>>()
  for (const [kind, some] of Map.groupBy(made, ({ source }) => source)) {
    const ids = [...new Set(some.map(({ sourceId }) => sourceId))]
    const found = await ctx.sources[kind]?.findPresent(ctx, ids, only)
    if (found) present.set(kind, found)
  }
  return present
}

/** What is shown of sends in addition to their times: their sources, and the groups they were planned for. */
type Known = {
  sources: ReadonlyMap<string, Described>
  planned: ReadonlyMap<string, store.PlannedGroups>
  /** How many copies of each send were deleted again. */
  deleted: ReadonlyMap<string, number>
  /** Sends in progress that can be sent to no group now. */
  unreachable: ReadonlySet<string>
}

/** Reads the sources of these sends, by id, the groups each send was planned for, and what of it was deleted. */
async function describe(
  ctx: UserContext,
  sends: readonly UndescribedSend[],
  leftOut: LeftOut,
): Promise<Known> {
  const known = new Map<string, Described>()
  for (const [kind, some] of Map.groupBy(sends, ({ source }) => source)) {
    const ids = [...new Set(some.map(({ sourceId }) => sourceId))]
    // A skipped slot has no text.
    const said = some.filter(({ status, occurrenceId }) => occurrenceId || status === 'planned')
    const described = await ctx.sources[kind]?.describe(ctx, ids, said, leftOut)
    for (const [id, one] of described ?? []) known.set(id, one)
  }
  const made = sends.flatMap(({ occurrenceId, sourceId }) =>
    occurrenceId ? { id: occurrenceId, first: known.get(sourceId)?.groupId } : [],
  )
  const planned = await store.readPlannedGroups(ctx, made)
  const sent = sends.flatMap(({ occurrenceId, sent }) => (occurrenceId && sent ? occurrenceId : []))
  const going = sends.flatMap(({ occurrenceId, status, sent }) =>
    occurrenceId && status === 'sending' && !sent ? occurrenceId : [],
  )
  return {
    sources: known,
    planned,
    deleted: await store.countDeleted(ctx, sent),
    unreachable: await store.findUnreachable(ctx, going),
  }
}

/** Returns an empty list for a deleted source: its page cannot be opened. */
function present(
  send: UndescribedSend,
  day: Day,
  timeZone: string,
  { sources, planned, deleted, unreachable }: Known,
): Send[] {
  const described = sources.get(send.sourceId)
  if (!described) return []
  const {
    source,
    sourceId,
    status,
    slotAt,
    occurrenceId,
    mark,
    changed,
    reason,
    waitsUntil,
    waitsFor,
    limit,
  } = send
  const { kind, title, color, textOf, shows } = described
  const { groups, groupId } = planned.get(occurrenceId ?? '') ?? described
  const quiet = quietOf(send, described)
  const isUnreachable =
    status === 'planned' ? described.isUnreachable : unreachable.has(occurrenceId ?? '')
  const text = textOf(send)
  const gone = deletedOf(send.sent ?? 0, deleted.get(occurrenceId ?? '') ?? 0)
  const differs = changed ?? (text.changed ? 'content' : undefined)
  return [
    {
      source,
      sourceId,
      kind,
      ...(title ? { title } : {}),
      ...(color ? { color } : {}),
      text: text.text,
      ...(text.texts && text.texts > 1 ? { texts: text.texts } : {}),
      ...(shows && !text.changed ? { shows } : {}),
      ...standing(send),
      ...(reason ? { reason: occurrenceWords(reason) } : {}),
      at: fromEpoch(send.at).toISOString(),
      ...(gone ? { deleted: gone } : {}),
      ...(waitsUntil ? { waitsUntil: waitsUntil.toISOString() } : {}),
      ...(waitsUntil && waitsFor ? { waitsFor } : {}),
      local: localTime(day, send.at, timeZone),
      slotAt: slotAt?.toISOString() ?? null,
      occurrenceId,
      ...(mark ? { mark } : {}),
      ...(differs ? { changed: differs } : {}),
      groups,
      ...(groupId ? { groupId } : {}),
      ...(quiet ? { quiet } : {}),
      ...(limit ? { limit } : {}),
      ...(isUnreachable ? { unreachable: true } : {}),
    },
  ]
}
