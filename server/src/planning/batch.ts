import { openOccurrences, planDeliveries } from '../deliveries/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { slotAfter } from '../schedule/rules.ts'
import { tellPaused } from './actions.ts'
import type { Prepared, SkipReason, Source, SourceKind } from './port.ts'
import { BATCH_MAX, retryAt, sliceOf, SLICE_MAX, whySkipped } from './rules.ts'
import * as store from './store.ts'

/**
 * Plans a batch of the schedules that are due, in one transaction: occurrences, deliveries, next
 * slots, and what their sources make of it. Any number of planners may do so at once. Answers whether
 * there may be more.
 */
export function planDue(ctx: Context): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const due = await store.takeDue(tx, ctx.clock.now(), BATCH_MAX)
    if (due.length === 0) return false
    try {
      await store.inSavepoint(tx, () => plan(ctx, tx, due))
    } catch {
      // One of them is bad. Alone, each shows whether it is the one.
      for (const schedule of due) await planAlone(ctx, tx, schedule)
    }
    return due.length === BATCH_MAX
  })
}

/** Writes the next slices of fan-outs that were too large for one. Answers whether there may be more. */
export function continueFanOuts(ctx: Context): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    let room = SLICE_MAX
    for (const occurrence of await store.takeFanOuts(tx, BATCH_MAX)) {
      if (room <= 0) break
      try {
        room -= await store.inSavepoint(tx, () => goOn(ctx, tx, occurrence, room))
      } catch (error) {
        const { id: occurrenceId } = occurrence
        ctx.log.error({ occurrenceId, reason: reasonOf(error) }, 'A fan-out could not go on.')
      }
    }
    return room <= 0
  })
}

/** Adds the next deliveries of one occurrence, at most `room`. Answers how many. */
async function goOn(
  ctx: Context,
  tx: Tx,
  occurrence: store.FanOutRow,
  room: number,
): Promise<number> {
  const { id: occurrenceId, source, sourceId, slotAt, dueAt, fanOutFrom } = occurrence
  const due = { sourceId, slotAt, occurrenceId }
  const says = (await sourceOf(ctx, source).prepare(ctx, tx, [due])).get(sourceId)
  // An owner that has nothing more to say to anybody ends the fan-out where it is.
  const { parts, catchUpMs } = says?.kind === 'send' ? says : { parts: [], catchUpMs: 0 }
  const slice = sliceOf({ parts }, fanOutFrom, room)
  await planDeliveries(ctx, tx, [{ occurrenceId, dueAt, catchUpMs, ...slice }])
  return slice.deliveries.length
}

async function plan(ctx: Context, tx: Tx, due: readonly store.ScheduleRow[]): Promise<void> {
  for (const [kind, schedules] of Map.groupBy(due, (schedule) => schedule.source)) {
    await planSource(ctx, tx, kind, schedules)
  }
}

async function planSource(
  ctx: Context,
  tx: Tx,
  kind: SourceKind,
  schedules: readonly store.ScheduleRow[],
): Promise<void> {
  const source = sourceOf(ctx, kind)
  const now = ctx.clock.now()
  const dues = schedules.map((row) => ({
    sourceId: row.sourceId,
    slotAt: row.nextSlotAt,
    occurrenceId: null,
  }))
  const prepared = await source.prepare(ctx, tx, dues)
  const plans = schedules.flatMap((schedule): Plan[] => {
    const says = prepared.get(schedule.sourceId)
    const slotAt = schedule.nextSlotAt
    if (!says || !slotAt) return []
    const nextSlotAt = slotAfter(schedule.spec, slotAt)?.at ?? null
    return [{ schedule, slotAt, says, nextSlotAt, skipped: whySkipped(says, slotAt, now) }]
  })

  await source.planned(
    ctx,
    tx,
    plans.map(({ schedule: { sourceId }, slotAt, nextSlotAt }) => ({
      sourceId,
      slotAt,
      nextSlotAt,
    })),
  )
  const ids = await openOccurrences(ctx, tx, plans.map(openingOf))
  await planDeliveries(ctx, tx, slicesOf(plans, ids))

  const next = new Map(plans.map((plan) => [plan.schedule.id, plan.nextSlotAt]))
  const moves = schedules.map(({ id }) => ({ id, nextSlotAt: next.get(id) ?? null }))
  await store.moveOn(tx, moves, now)
}

type Plan = {
  schedule: store.ScheduleRow
  slotAt: Date
  says: Prepared
  nextSlotAt: Date | null
  skipped: SkipReason | undefined
}

function openingOf({ schedule, slotAt, says, skipped }: Plan) {
  const { id: scheduleId, userId, source, sourceId } = schedule
  const onUnconfirmed = says.kind === 'send' ? says.onUnconfirmed : 'ask'
  const opening = { userId, source, sourceId, scheduleId, slotAt, dueAt: slotAt, onUnconfirmed }
  return skipped ? { ...opening, skipped } : opening
}

/** The first deliveries of all that was opened now; a slot that had its occurrence already gets none. */
function slicesOf(plans: readonly Plan[], ids: readonly (string | null)[]) {
  let room = SLICE_MAX
  return plans.flatMap(({ slotAt: dueAt, says, skipped }, n) => {
    const occurrenceId = ids[n]
    if (!occurrenceId || skipped || says.kind === 'skip') return []
    const slice = sliceOf(says, 0, room)
    room -= slice.deliveries.length
    return [{ occurrenceId, dueAt, catchUpMs: says.catchUpMs, ...slice }]
  })
}

/** Plans one schedule; should it fail, that is noted on its row and the batch goes on without it. */
async function planAlone(ctx: Context, tx: Tx, schedule: store.ScheduleRow): Promise<void> {
  try {
    await store.inSavepoint(tx, () => plan(ctx, tx, [schedule]))
  } catch (error) {
    await setBack(ctx, tx, schedule, reasonOf(error))
  }
}

async function setBack(
  ctx: Context,
  tx: Tx,
  schedule: store.ScheduleRow,
  lastError: string,
): Promise<void> {
  const { id: scheduleId, source, sourceId } = schedule
  const now = ctx.clock.now()
  const failures = schedule.failures + 1
  const notBefore = retryAt(failures, now)
  ctx.log.error({ scheduleId, source, sourceId, failures, reason: lastError }, 'Planning failed.')
  await store.noteFailure(tx, scheduleId, {
    failures,
    lastError,
    notBefore: notBefore ?? null,
    updatedAt: now,
  })
  if (notBefore) return
  await store.clear(tx, [scheduleId], now)
  const why = `It could not be prepared for sending, ${failures} times in a row.`
  await sourceOf(ctx, source).pause(ctx, tx, sourceId, why)
  await tellPaused(ctx, tx, schedule, why)
}

function sourceOf(ctx: Context, kind: SourceKind): Source {
  const source = ctx.sources[kind]
  if (!source) throw new Error(`Nobody owns schedules of kind ${kind}.`)
  return source
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
