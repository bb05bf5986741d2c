import type { Schedule } from '@carillon/contract/schedule'
import { openOccurrences, readTrouble, skipPending } from '../deliveries/actions.ts'
import { notify, notifyAll, updateAll, settleAll } from '../notifications/actions.ts'
import { after, disagreement } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { nextSlot, slots, type Slot } from '../schedule/rules.ts'
import {
  ALL_WELL,
  badEnd,
  type UpcomingProblem,
  noticeOfUpcomingProblem,
  noticeOfEnd,
  noticeOfPause,
  WENT_OUT,
} from './notices.ts'
import type { Source } from './port.ts'
import { dueOf, LEAD_MS, partsOf, sliceOf } from './rules.ts'
import { runsOf } from './runs.ts'
import * as store from './store.ts'
import type { OccurrenceChange, SourceKind } from '../occurrences/port.ts'
import type { SkipCode } from '../occurrences/words.ts'

/** Which message or cycle a schedule belongs to, and whose it is. */
export type SourceRef = { source: SourceKind; sourceId: string; userId: string }

/**
 * Sets the schedule of a source, from `from` on, in place of an earlier one. A slot that is already planned
 * is not planned again. Returns the next slot, if there is one. Lock the source first (`lockSchedule`).
 */
export async function setSchedule(
  ctx: Context,
  tx: Tx,
  schedule: SourceRef & { spec: Schedule; from: Date },
): Promise<Slot | undefined> {
  const { source, sourceId, userId, spec, from } = schedule
  const now = ctx.clock.now()
  const made = await store.lastMade(tx, source, sourceId)
  const slot = nextSlot(spec, made && made >= from ? after(made, 1) : from)
  await store.put(tx, {
    id: ctx.ids.next(),
    userId,
    source,
    sourceId,
    spec: JSON.stringify(spec),
    nextSlotAt: slot?.at ?? null,
    nextLocal: slot?.local ?? null,
    zoneData: ctx.zoneData,
    createdAt: now,
    updatedAt: now,
  })
  if (slot) await tx.wake('schedules', slot.at.toISOString())
  return slot
}

/**
 * Records the slots between two instants, some minutes apart, as skipped with this reason, because nothing
 * could be planned then. Slots that were planned before are not changed.
 */
export async function recordMissedSlots(
  ctx: Context,
  tx: Tx,
  { spec, ...owner }: SourceRef & { spec: Schedule },
  { since, until, skipped }: { since: Date; until: Date; skipped: SkipCode },
): Promise<void> {
  const schedule = await store.lock(tx, owner.source, owner.sourceId)
  if (!schedule) return
  const missed: Slot[] = []
  for (const slot of slots(spec, since)) {
    if (slot.at >= until) break
    missed.push(slot)
  }
  const openings = missed.map((slot) => ({
    ...owner,
    scheduleId: schedule.id,
    slotAt: slot.at,
    dueAt: dueOf(spec, slot),
    onUnconfirmed: 'ask' as const,
    skipped,
  }))
  await openOccurrences(ctx, tx, openings)
}

/** Deletes all schedules of a user. */
export const endSchedules = (tx: Tx, userId: string) => store.removeOf(tx, userId)

/** The latest slot of a source that was planned; it may be a moment in the future. */
export const lastMade = (tx: Tx, { source, sourceId }: Pick<SourceRef, 'source' | 'sourceId'>) =>
  store.lastMade(tx, source, sourceId)

/** Whether the planner has planned at least one of these slots of a source. */
export const wasMade = (
  tx: Tx,
  { source, sourceId }: Pick<SourceRef, 'source' | 'sourceId'>,
  slots: readonly Date[],
) => store.wasMade(tx, source, sourceId, slots)

/**
 * Locks a source and its schedule, if it has one, until the transaction ends, against planners and actions of
 * other people. Call it before the row of the source is locked: the planner locks in this order too, and
 * another order would deadlock.
 */
export async function lockSchedule(
  tx: Tx,
  owner: Pick<SourceRef, 'source' | 'sourceId'>,
): Promise<void> {
  await store.lockSource(tx, owner.sourceId)
  await store.lock(tx, owner.source, owner.sourceId)
}

/** Stops planning for this source until a schedule is set again. */
export async function clearSchedule(
  ctx: Context,
  tx: Tx,
  owner: Pick<SourceRef, 'source' | 'sourceId'>,
): Promise<void> {
  const schedule = await store.lock(tx, owner.source, owner.sourceId)
  if (schedule) await store.clear(tx, [schedule.id], ctx.clock.now())
}

/** Deletes the schedule of a deleted source. */
export const removeSchedule = (tx: Tx, owner: Pick<SourceRef, 'source' | 'sourceId'>) =>
  store.remove(tx, owner.source, owner.sourceId)

/**
 * How many deliveries of a send-now are written before the call returns. The user and the lanes wait for
 * them: with SLICE_MAX the first of 5,000 was sent 0.15 s later (measured 2026-11).
 */
const FIRST_SLICE = 500

/** Sends what the source sends now, to all its groups. Returns the occurrence. */
export async function planNow(
  ctx: Context,
  tx: Tx,
  owner: SourceRef,
): Promise<{ occurrenceId: string }> {
  const { source, sourceId } = owner
  const sourceRoom = ctx.sources[source]
  const occurrenceId = ctx.ids.next()
  const due = { sourceId, occurrenceId, slotAt: null, originalAt: null, late: [] }
  const prepared = (await sourceRoom?.prepare(ctx, tx, [due]))?.get(sourceId)
  if (!sourceRoom || prepared?.kind !== 'send') {
    throw new AppError('conflict', 'There is no group to send this to.')
  }
  const dueAt = ctx.clock.now()
  const { catchUpMs, onUnconfirmed } = prepared
  const decided = prepared.decided ? { decided: prepared.decided } : {}
  const slice = sliceOf(prepared, 0, FIRST_SLICE)
  const about = { id: occurrenceId, ...owner, scheduleId: null, slotAt: null, dueAt, onUnconfirmed }
  const opening = { ...about, parts: partsOf(prepared), first: { catchUpMs, ...slice } }
  const planned = {
    sourceId,
    occurrenceId,
    slotAt: null,
    nextSlotAt: null,
    opened: true,
    onward: prepared.onward,
    ...decided,
  }
  const [run] = await runsOf(tx, [
    { userId: owner.userId, at: dueAt, spec: undefined, answer: prepared },
  ])
  await openOccurrences(ctx, tx, [{ ...opening, ...decided, ...(run ? { run } : {}) }], () =>
    sourceRoom.planned(ctx, tx, [planned]),
  )
  // The planner continues with the rest.
  if (slice.continuesAt !== null) await tx.wake('schedules', dueAt.toISOString())
  return { occurrenceId }
}

/**
 * Cancels all unsent deliveries of a source; `reason` is the code that is stored with them. Returns whether
 * there were any.
 */
export const stopSending = (
  ctx: Context,
  tx: Tx,
  owner: Pick<SourceRef, 'source' | 'sourceId'>,
  reason: 'paused' | 'canceled' | 'deleted',
) => skipPending(ctx, tx, { source: owner.source, sourceId: owner.sourceId }, reason)

/**
 * Tells sources that the numbers of their occurrences changed, and notifies users about bad ends. `rooms.ts`
 * registers it as `ctx.occurrencesChanged`.
 */
export async function onOccurrencesChanged(
  ctx: Context,
  tx: Tx,
  changed: readonly OccurrenceChange[],
): Promise<void> {
  const changes = await readTrouble(tx, changed)
  for (const [kind, some] of Map.groupBy(changes, ({ source }) => source)) {
    const source = ctx.sources[kind]
    if (!source) continue
    await source.occurrencesChanged(ctx, tx, some)
    await settleEnded(ctx, tx, some)
    await notifyBadEnds(ctx, tx, source, some)
  }
}

/**
 * When a run has ended, the warnings from before it was planned are settled; later warnings belong to the next run.
 * When nothing of it is missing or unconfirmed any more, the notice of its end is settled, too.
 */
async function settleEnded(ctx: Context, tx: Tx, changes: readonly OccurrenceChange[]) {
  const settled = changes
    .filter(({ status }) => status !== 'sending')
    .flatMap((one) => {
      const { id, sourceId, userId, slotAt } = one
      const planned = slotAt && after(slotAt, -LEAD_MS)
      return [
        ...(planned ? [{ userId, about: sourceId, message: WENT_OUT, toldBefore: planned }] : []),
        ...(badEnd(one) ? [] : [{ userId, about: id, message: ALL_WELL }]),
      ]
    })
  await settleAll(ctx, tx, settled)
}

async function notifyBadEnds(
  ctx: Context,
  tx: Tx,
  source: Source,
  changes: readonly OccurrenceChange[],
) {
  const bad = changes.flatMap((one) => {
    const end = one.isNews ? badEnd(one) : undefined
    return end ? [{ end, ...one }] : []
  })
  if (bad.length === 0) return
  const wanted = bad.map(({ id, sourceId, slotAt }) => ({ sourceId, slotAt, occurrenceId: id }))
  const described = await source.describe(
    tx,
    [...new Set(bad.map(({ sourceId }) => sourceId))],
    wanted,
  )
  const notices = bad.flatMap((one) => {
    const what = described.get(one.sourceId)
    const { userId, rang } = one
    return what ? [{ userId, rang, notice: noticeOfEnd(one.end, one, what) }] : []
  })
  await notifyAll(
    ctx,
    tx,
    notices.filter(({ rang }) => !rang),
  )
  await updateAll(
    ctx,
    tx,
    notices.flatMap(({ rang, ...one }) => (rang ? { ...one, ...rang } : [])),
  )
}

/**
 * The problem with this process's clock, in words; while there is one, it plans and sends nothing. For health
 * checks.
 */
export async function checkClock(ctx: Context, maxSkewMs: number): Promise<string | undefined> {
  const asked = ctx.clock.now()
  const databaseTime = await store.readTime(ctx)
  // The database's time is compared with the time before and after the query, because a slow answer does not
  // mean a wrong clock.
  const wrong = disagreement(ctx.clock.now(), databaseTime, maxSkewMs)
  return wrong && disagreement(asked, databaseTime, maxSkewMs)
}

/** Notifies the user of a source that some of its groups cannot get what goes out soon. */
export async function notifyUpcomingProblem(
  ctx: Context,
  tx: Tx,
  { source, sourceId, userId }: SourceRef,
  found: UpcomingProblem,
): Promise<void> {
  const described = (await ctx.sources[source]?.describe(tx, [sourceId]))?.get(sourceId)
  if (!described) return
  await notify(
    ctx,
    tx,
    userId,
    noticeOfUpcomingProblem(sourceId, described, found, ctx.clock.now()),
  )
}

/** Notifies the user of a source that it was paused, and why. */
export async function notifyPaused(
  ctx: Context,
  tx: Tx,
  { source, sourceId, userId }: SourceRef,
  why: string,
): Promise<void> {
  const described = (await ctx.sources[source]?.describe(tx, [sourceId]))?.get(sourceId)
  if (described) await notify(ctx, tx, userId, noticeOfPause(sourceId, described, why))
}
