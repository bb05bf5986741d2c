import type { Schedule } from '@carillon/contract/schedule'
import { openOccurrences, readTrouble, skipPending } from '../deliveries/actions.ts'
import { notify, notifyAll } from '../notifications/actions.ts'
import { after, disagreement } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { nextSlot, slots, type Slot } from '../schedule/rules.ts'
import { badEnd, noticeOfEnd, noticeOfPause } from './notices.ts'
import type { Source } from './port.ts'
import { dueOf, partsOf, sliceOf } from './rules.ts'
import * as store from './store.ts'
import type { Settled, SourceKind } from '../occurrences/port.ts'
import type { SkipCode } from '../occurrences/words.ts'

/** What owns a schedule, and whose it is. */
export type Owner = { source: SourceKind; sourceId: string; userId: string }

/**
 * Sets when a source goes out, from `from` on; what was set before no longer counts, and a slot that is
 * planned already is over. Answers its next slot, or nothing when the schedule names none any more. Hold
 * the source's lock (`lockSchedule`).
 */
export async function setSchedule(
  ctx: Context,
  tx: Tx,
  schedule: Owner & { spec: Schedule; from: Date },
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
 * Writes down the slots that passed between two instants, some minutes apart, while nothing could be planned:
 * as passed over, with the reason. Those that were planned before are left as they are.
 */
export async function passOver(
  ctx: Context,
  tx: Tx,
  { spec, ...owner }: Owner & { spec: Schedule },
  { since, until, skipped }: { since: Date; until: Date; skipped: SkipCode },
): Promise<void> {
  const schedule = await store.lock(tx, owner.source, owner.sourceId)
  if (!schedule) return
  const passed: Slot[] = []
  for (const slot of slots(spec, since)) {
    if (slot.at >= until) break
    passed.push(slot)
  }
  const openings = passed.map((slot) => ({
    ...owner,
    scheduleId: schedule.id,
    slotAt: slot.at,
    dueAt: dueOf(spec, slot),
    onUnconfirmed: 'ask' as const,
    skipped,
  }))
  await openOccurrences(ctx, tx, openings)
}

/** Nothing more of a user goes out by a schedule: all theirs are deleted. */
export const endSchedules = (tx: Tx, userId: string) => store.removeOf(tx, userId)

/** The latest slot of a source that is planned, which may be a moment ahead. */
export const lastMade = (tx: Tx, { source, sourceId }: Pick<Owner, 'source' | 'sourceId'>) =>
  store.lastMade(tx, source, sourceId)

/**
 * Locks a source and its schedule, if it has one, until the transaction ends: neither a planner nor
 * another person's action works on it meanwhile. To be called before the source's own row is locked, since the planner takes them in
 * this order too and two orders would deadlock.
 */
export async function lockSchedule(
  tx: Tx,
  owner: Pick<Owner, 'source' | 'sourceId'>,
): Promise<void> {
  await store.lockSource(tx, owner.sourceId)
  await store.lock(tx, owner.source, owner.sourceId)
}

/** Nothing more is planned for this source until a schedule is set again. */
export async function clearSchedule(
  ctx: Context,
  tx: Tx,
  owner: Pick<Owner, 'source' | 'sourceId'>,
): Promise<void> {
  const schedule = await store.lock(tx, owner.source, owner.sourceId)
  if (schedule) await store.clear(tx, [schedule.id], ctx.clock.now())
}

/** Forgets the schedule of a source that is deleted. */
export const removeSchedule = (tx: Tx, owner: Pick<Owner, 'source' | 'sourceId'>) =>
  store.remove(tx, owner.source, owner.sourceId)

/**
 * Deliveries of a send-now that are written before it is answered. A person waits for these, and so do the
 * lanes; with SLICE_MAX of them the first of 5,000 left 0.15 s later (measured 2026-11).
 */
const FIRST_SLICE = 500

/** Sends what the source says now, to all it says it to. Answers the occurrence. */
export async function planNow(
  ctx: Context,
  tx: Tx,
  owner: Owner,
): Promise<{ occurrenceId: string }> {
  const { source, sourceId } = owner
  const says = ctx.sources[source]
  const occurrenceId = ctx.ids.next()
  const due = { sourceId, occurrenceId, slotAt: null, namedAt: null, passed: 0 }
  const prepared = (await says?.prepare(ctx, tx, [due]))?.get(sourceId)
  if (!says || prepared?.kind !== 'send') {
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
    ...decided,
  }
  await openOccurrences(ctx, tx, [{ ...opening, ...decided }], () =>
    says.planned(ctx, tx, [planned]),
  )
  // What one slice does not hold is continued by the planner.
  if (slice.next !== null) await tx.wake('schedules', dueAt.toISOString())
  return { occurrenceId }
}

/**
 * Stops what is not on the wire yet of everything this source is sending; `reason` is the code kept with
 * it. Answers whether there was anything to take back.
 */
export const stopSending = (
  ctx: Context,
  tx: Tx,
  owner: Pick<Owner, 'source' | 'sourceId'>,
  reason: 'paused' | 'canceled' | 'deleted',
) => skipPending(ctx, tx, { source: owner.source, sourceId: owner.sourceId }, reason)

/**
 * Tells the sources of occurrences that their numbers changed, and the users of those that ended badly by
 * themselves: what main.ts gives as `ctx.occurrencesChanged`.
 */
export async function settle(ctx: Context, tx: Tx, changed: readonly Settled[]): Promise<void> {
  const settled = await readTrouble(tx, changed)
  for (const [kind, some] of Map.groupBy(settled, ({ source }) => source)) {
    const source = ctx.sources[kind]
    if (!source) continue
    await source.settled(ctx, tx, some)
    await tellBadEnds(ctx, tx, source, some)
  }
}

async function tellBadEnds(ctx: Context, tx: Tx, source: Source, settled: readonly Settled[]) {
  const bad = settled.flatMap((one) => {
    const end = one.isNews ? badEnd(one) : undefined
    return end ? [{ end, ...one }] : []
  })
  if (bad.length === 0) return
  const described = await source.describe(tx, [...new Set(bad.map(({ sourceId }) => sourceId))])
  const told = bad.flatMap((one) => {
    const what = described.get(one.sourceId)
    return what ? [{ userId: one.userId, notice: noticeOfEnd(one.end, one, what) }] : []
  })
  await notifyAll(ctx, tx, told)
}

/** What is wrong with this process's clock, in words: then it plans and sends nothing. For those who ask how it is. */
export async function checkClock(ctx: Context, maxSkewMs: number): Promise<string | undefined> {
  const asked = ctx.clock.now()
  const databases = await store.readTime(ctx)
  // A slow answer is no wrong clock: it is within the time that asking took.
  const wrong = disagreement(ctx.clock.now(), databases, maxSkewMs)
  return wrong && disagreement(asked, databases, maxSkewMs)
}

/** Tells the user of a source that it was paused for them, and why. */
export async function tellPaused(
  ctx: Context,
  tx: Tx,
  { source, sourceId, userId }: Owner,
  why: string,
): Promise<void> {
  const described = (await ctx.sources[source]?.describe(tx, [sourceId]))?.get(sourceId)
  if (described) await notify(ctx, tx, userId, noticeOfPause(sourceId, described, why))
}
