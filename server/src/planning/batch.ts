import { openOccurrences } from '../deliveries/actions.ts'
import { after, disagreement } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { isOutage } from '../platform/db/trouble.ts'
import { reasonOf } from '../platform/errors.ts'
import { originalTime } from '../schedule/rules.ts'
import { notifyPaused } from './actions.ts'
import { rowFailures } from './row-failures.ts'
import type { SourceKind } from '../occurrences/port.ts'
import {
  BATCH_MAX,
  dueSlots,
  giveUpAgainAt,
  LEAD_MS,
  planAnywayBefore,
  overlapAgainAt,
  retryAt,
} from './rules.ts'
import { sourceOf } from './sources.ts'
import * as store from './store.ts'
import { retimeSchedules } from './zone-data.ts'
import { runsOf } from './runs.ts'
import { endOf, plannedOf, planOf, openingsOf } from './slot-plans.ts'

type Batch = {
  most?: number
  /** How long before its slot a schedule is planned. */
  leadMs?: number
  /** If the clock differs from the database's by more than this, nothing is planned. */
  maxSkewMs?: number
  /** Called when the batch is full; may run again on retry. */
  onFull?: () => void
}

/**
 * Plans a batch of the schedules that are due, or soon will be, in one transaction: occurrences, deliveries,
 * next slots, and changes of their sources. Several planners may run it at once. Returns whether there may be
 * more.
 */
export async function planDue(ctx: Context, batch: Batch = {}): Promise<boolean> {
  let refused: { error: unknown } | undefined
  try {
    return await take(ctx, batch, async (tx, due, until) => {
      refused = undefined
      await plan(ctx, tx, due, until).catch((error: unknown) => {
        refused = { error }
        throw error
      })
    })
  } catch (error) {
    // A wrong clock, the database or the commit failed, not a schedule. Planning them one by one would fail
    // too.
    if (refused?.error !== error || isOutage(error)) throw error
    ctx.log.warn(
      { reason: reasonOf(error) },
      'A batch could not be planned. Its schedules are planned one by one.',
    )
    // One schedule failed, or all. Planned one by one, each shows whether it fails. This needs a new
    // transaction, because a savepoint in every batch would cost all the others (measured 2026-11: a tenth).
    return take(ctx, batch, (tx, due, until) => planEach(ctx, tx, due, until))
  }
}

async function take(
  ctx: Context,
  { most = BATCH_MAX, leadMs = LEAD_MS, maxSkewMs = Infinity, onFull = () => {} }: Batch,
  work: (tx: Tx, due: readonly store.ScheduleRow[], until: Date) => Promise<void>,
): Promise<boolean> {
  // The transaction may be retried; each try is ended.
  const tries: Tx[] = []
  try {
    return await ctx.transaction(async (tx) => {
      tries.push(tx)
      const now = ctx.clock.now()
      const { zoneData } = ctx
      const until = after(now, leadMs)
      const due = await store.takeDue(tx, now, most, {
        until,
        zoneData,
        planAnywayBefore: planAnywayBefore(now),
      })
      if (due.length === 0) return false
      if (due.length === most) onFull()
      if (maxSkewMs < Infinity) await requireClock(ctx, tx, now, maxSkewMs)
      await work(tx, due, until)
      return due.length === most
    })
  } finally {
    for (const tx of tries) ctx.plansInProgress?.end(tx)
  }
}

/**
 * Throws if schedules seemed due because of a wrong clock: they would be planned too early, or skipped as
 * late.
 */
async function requireClock(ctx: Context, tx: Tx, takenAt: Date, maxSkewMs: number) {
  const databaseTime = await store.readTime(tx)
  // The clock is read before and after the query, so that a slow answer, or a clock set in between, does not
  // hide a difference.
  const wrong =
    disagreement(takenAt, databaseTime, maxSkewMs) ??
    disagreement(ctx.clock.now(), databaseTime, maxSkewMs)
  if (wrong) throw new Error(wrong)
}

async function plan(
  ctx: Context,
  tx: Tx,
  due: readonly store.ScheduleRow[],
  until: Date,
): Promise<void> {
  for (const [kind, schedules] of Map.groupBy(due, (schedule) => schedule.source)) {
    await planSource(ctx, tx, kind, { schedules, until })
  }
}

async function planSource(
  ctx: Context,
  tx: Tx,
  kind: SourceKind,
  { schedules, until }: { schedules: readonly store.ScheduleRow[]; until: Date },
): Promise<void> {
  const source = sourceOf(ctx, kind)
  const now = ctx.clock.now()
  const older = schedules.filter(({ zoneData }) => zoneData !== ctx.zoneData)
  const retimed = await retimeSchedules(ctx, tx, older)
  const since = new Map(retimed.map(({ schedule: { id }, slot }) => [id, slot.at]))
  const dues = schedules.map((schedule) => ({
    schedule,
    occurrenceId: ctx.ids.next(),
    ...dueSlots(schedule.spec, since.get(schedule.id) ?? schedule.nextSlotAt ?? now, until),
  }))
  const prepared = await source.prepare(
    ctx,
    tx,
    dues.map(({ schedule: { sourceId }, occurrenceId, slot, late }) => ({
      sourceId,
      occurrenceId,
      slotAt: slot?.at ?? now,
      originalAt: slot ? originalTime(slot) : now,
      late: late.map((one) => ({ at: one.at, originalAt: originalTime(one) })),
    })),
  )
  const waiting = dues.flatMap(({ schedule: { id, sourceId } }) => {
    const answer = prepared.get(sourceId)
    if (answer?.kind !== 'wait') return []
    const notBefore = answer.for === 'overlap' ? overlapAgainAt(now) : answer.until
    return [{ id, notBefore, waitsFor: answer.for === 'slot' ? null : answer.for }]
  })
  const plans = dues.flatMap((due) => {
    const answer = prepared.get(due.schedule.sourceId)
    return answer && answer.kind !== 'wait' ? planOf(due, answer, now) : []
  })

  const runs = await runsOf(
    tx,
    plans.map(({ schedule: { userId, spec }, slotAt, answer }) => ({
      userId,
      at: slotAt,
      spec,
      answer,
    })),
  )
  const openings = openingsOf(plans.map((one, n) => ({ ...one, run: runs[n] })))

  const ends = dues.flatMap((due) => endOf(due, prepared.get(due.schedule.sourceId), now))
  await openOccurrences(ctx, tx, openings, (ids) =>
    source.planned(ctx, tx, [
      ...plans.flatMap((one, n) => plannedOf(one, ids[n] !== null)),
      ...ends,
    ]),
  )

  const waitingIds = new Set(waiting.map(({ id }) => id))
  const nextSlots = dues
    .filter(({ schedule }) => !waitingIds.has(schedule.id))
    .map(({ schedule: { id, sourceId }, next: slot }) => {
      // If the source is missing or at its end, there is no next slot.
      const answer = prepared.get(sourceId)
      const next = answer && answer.kind !== 'end' ? slot : undefined
      return { id, nextSlotAt: next?.at ?? null, nextLocal: next?.local ?? null }
    })
  await store.moveOn(tx, nextSlots, ctx.zoneData, now)
  await store.putOff(tx, waiting, now)
}

/**
 * Plans schedules one by one. A failure is written to the row of its schedule, and the others continue.
 * Errors of the database are thrown, and count as nobody's failure.
 */
async function planEach(
  ctx: Context,
  tx: Tx,
  due: readonly store.ScheduleRow[],
  until: Date,
): Promise<void> {
  // The time that was compared with the database: a clock that is set in between would shift the retry.
  const now = ctx.clock.now()
  const failed: { schedule: store.ScheduleRow; error: unknown }[] = []
  for (const schedule of due) {
    try {
      await store.inSavepoint(tx, () => plan(ctx, tx, [schedule], until))
    } catch (error) {
      if (isOutage(error)) throw error
      failed.push({ schedule, error })
    }
  }
  for (const { schedule, error } of rowFailures(failed, due.length - failed.length)) {
    await recordFailure(ctx, tx, schedule, { lastError: reasonOf(error), now })
  }
}

async function recordFailure(
  ctx: Context,
  tx: Tx,
  schedule: store.ScheduleRow,
  { lastError, now }: { lastError: string; now: Date },
): Promise<void> {
  const { id: scheduleId, source, sourceId } = schedule
  const failures = schedule.failures + 1
  const about = { scheduleId, source, sourceId, failures }
  ctx.log.error({ ...about, reason: lastError }, 'Planning failed.')
  const save = (many: number, notBefore: Date | null) =>
    store.noteFailure(tx, scheduleId, { failures: many, lastError, notBefore, updatedAt: now })
  const notBefore = retryAt(failures, now)
  if (notBefore) return save(failures, notBefore)
  try {
    await store.inSavepoint(tx, async () => {
      await save(failures, null)
      await giveUp(ctx, tx, schedule, failures)
    })
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.error(
      { ...about, reason: reasonOf(error) },
      'A schedule that keeps failing could not be paused. It is tried again later.',
    )
    // This must not fail the other schedules of its batch.
    await save(schedule.failures, giveUpAgainAt(now))
  }
}

/** Pauses a schedule until a person looks at it. */
async function giveUp(ctx: Context, tx: Tx, schedule: store.ScheduleRow, failures: number) {
  const { id, source, sourceId } = schedule
  await store.clear(tx, [id], ctx.clock.now())
  const why = `It could not be prepared for sending, ${failures} times in a row.`
  await sourceOf(ctx, source).pause(ctx, tx, sourceId, why)
  await notifyPaused(ctx, tx, schedule, why)
}
