import { isDeepStrictEqual } from 'node:util'
import type { Cycle, CycleStatus, CycleSummary } from '@carillon/contract/cycles'
import type { Exception } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { readContents, saveContent } from '../content/actions.ts'
import { isSameContent } from '../content/rules.ts'
import { latestOccurrence } from '../occurrences/actions.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { clearSchedule, lockSchedule, setSchedule, stopSending } from '../planning/actions.ts'
import { editSchedule, readForecasts } from '../series/actions.ts'
import type { Edited } from './checks.ts'
import { restoreAnother } from './limits.ts'
import { presentCycle, presentSummary } from './present.ts'
import { readShown, readSummary } from './read-models.ts'
import { move, type Verb } from './status-transitions.ts'
import { requireFanOutDone, startsUnseen } from '../series/rules.ts'
import { freeIds, type StepRow } from './steps-store.ts'
import * as store from './store.ts'

/** A cycle as a source: how planning and occurrences name it. */
export const sourceRef = (id: string) => ({ source: 'cycle', sourceId: id }) as const

/** One of the caller's cycles in the contract's shape; throws `not_found`. */
export async function readCycle(ctx: UserContext, reading: Reading, id: string): Promise<Cycle> {
  const cycle = isUuid(id) ? await findCycle(ctx, reading, id) : undefined
  if (!cycle) throw notFound('cycle')
  return cycle
}

/** One of the caller's cycles in the contract's shape; undefined if it does not exist. */
export async function findCycle(
  ctx: UserContext,
  reading: Reading,
  id: string,
): Promise<Cycle | undefined> {
  const cycle = await readShown(reading, ctx.user.id, id)
  if (!cycle) return undefined
  const forecasts = await readForecasts(ctx, reading, [cycle.row])
  return presentCycle(cycle, ctx.clock.now(), forecasts.get(id))
}

/**
 * A cycle in the shape of lists and live events; undefined if it does not exist or belongs to another user.
 */
export async function findSummary(
  ctx: Context,
  userId: string,
  id: string,
): Promise<CycleSummary | undefined> {
  const cycle = await readSummary(ctx, userId, id)
  if (!cycle) return undefined
  // Each copy that is sent changes what daily limits leave: the event of the end tells it, not the many before.
  const isSending = cycle.occurrence?.status === 'sending'
  const forecasts = isSending ? undefined : await readForecasts(ctx, ctx, [cycle.row])
  return presentSummary(cycle, ctx.clock.now(), forecasts?.get(id))
}

/** Locks a cycle for a change. The schedule is locked first, in the planner's order, to avoid a deadlock. */
export async function lock(ctx: UserContext, tx: Tx, id: string): Promise<store.CycleRow> {
  if (!isUuid(id)) throw notFound('cycle')
  await lockSchedule(tx, sourceRef(id))
  return lockRow(ctx, tx, id)
}

async function lockRow(ctx: UserContext, tx: Tx, id: string): Promise<store.CycleRow> {
  const cycle = await store.lock(tx, ctx.user.id, id)
  if (!cycle) throw notFound('cycle')
  return cycle
}

/**
 * Locks a cycle for a change of who gets which step. Throws while deliveries of a slot are still being
 * written.
 */
export async function lockForChange(
  ctx: UserContext,
  tx: Tx,
  id: string,
  verb: Verb,
): Promise<store.CycleRow> {
  const cycle = await lock(ctx, tx, id)
  move(verb, cycle.status)
  requireFanOutDone(await latestOccurrence(tx, 'cycle', id))
  return cycle
}

/**
 * Removes a cycle from the schedule and, if `cancelUnsent`, cancels deliveries that were not sent yet. The row
 * of the cycle is locked last: a lane locks the occurrence before the cycle, and another order would
 * deadlock.
 */
export async function stop(
  ctx: UserContext,
  tx: Tx,
  id: string,
  how: { reason: 'paused' | 'deleted'; verb?: Verb; cancelUnsent: boolean },
): Promise<store.CycleRow> {
  if (!isUuid(id)) throw notFound('cycle')
  await lockSchedule(tx, sourceRef(id))
  const cycle = await store.find(tx, ctx.user.id, id)
  if (!cycle) throw notFound('cycle')
  if (how.verb) move(how.verb, cycle.status)
  await clearSchedule(ctx, tx, sourceRef(id))
  if (how.cancelUnsent) await stopSending(ctx, tx, sourceRef(id), how.reason)
  return lockRow(ctx, tx, id)
}

/** Sets the schedule, from now or from a later time on. Returns the columns that follow from it. */
export async function setTime(
  ctx: Context,
  tx: Tx,
  { id, userId }: Pick<store.CycleRow, 'id' | 'userId'>,
  schedule: Schedule,
  from = ctx.clock.now(),
) {
  const slot = await setSchedule(ctx, tx, { ...sourceRef(id), userId, spec: schedule, from })
  return {
    status: slot ? ('active' as const) : ('finished' as const),
    nextAt: slot?.at ?? null,
    pausedUntil: null,
    resumesAs: null,
    attention: null,
  }
}

/** Sets the schedule of a paused cycle, from the end of its pause on. Returns the columns that follow from it. */
export async function setPausedTime(
  ctx: Context,
  tx: Tx,
  row: store.CycleRow,
  schedule: Schedule,
): Promise<{ nextAt?: Date | null }> {
  if (!row.pausedUntil) return {}
  const { nextAt } = await setTime(ctx, tx, row, schedule, row.pausedUntil)
  return { nextAt }
}

/** Removes the schedule. Returns the columns that follow from it. */
export async function clearTime(ctx: Context, tx: Tx, id: string) {
  await clearSchedule(ctx, tx, sourceRef(id))
  return { nextAt: null, pausedUntil: null, resumesAs: null, attention: null }
}

/** What a person saw of a cycle before they changed it. */
export type Seen = { rev: number; openedAs?: CycleStatus | undefined }

/**
 * Throws `conflict` with the present state if a person changed the cycle since this rev, or if it has stopped since and
 * would start again.
 */
export async function requireFresh(
  ctx: UserContext,
  tx: Tx,
  cycle: store.CycleRow,
  { rev, openedAs, status = 'draft' }: Seen & Partial<Pick<Edited, 'status'>>,
): Promise<void> {
  // A higher rev may come from the program itself: only the rev of the last edit counts.
  if (rev >= cycle.editedRev && !startsUnseen(cycle.status, { status, openedAs })) return
  const current = await readCycle(ctx, tx, cycle.id)
  throw new AppError('conflict', 'This cycle was changed meanwhile. Look at it again.', { current })
}

/** Whether an edit leaves the schedule as it is: then even a slot that is due now is not touched. */
export const keepsSchedule = (
  cycle: store.CycleRow,
  schedule: Schedule | null,
  status: Edited['status'],
) => status === 'active' && cycle.status === 'active' && isDeepStrictEqual(cycle.schedule, schedule)

/** The schedule after an edit, and the exceptions that match none of its slots: they are removed. */
export async function rearrange(
  ctx: UserContext,
  tx: Tx,
  { id, schedule: before }: store.CycleRow,
  { schedule }: Edited,
): Promise<{ schedule: Schedule | null; dropped: Exception[] }> {
  if (!schedule) return { schedule: null, dropped: [] }
  return editSchedule(ctx, tx, sourceRef(id), schedule, before)
}

/** The columns for what the editor sent. */
export const fieldsOf = (input: Edited, schedule: Schedule | null) => ({
  name: input.name,
  color: input.color ?? null,
  schedule: schedule && JSON.stringify(schedule),
  order: input.order,
  mode: input.mode,
  stepsPerSlot: input.stepsPerSlot,
  ends: input.ends ? JSON.stringify(input.ends) : null,
  replacePrevious: input.replacePrevious,
  advanceOnSkip: input.advanceOnSkip,
  catchUpMinutes: input.catchUpMinutes,
  onUnconfirmed: input.onUnconfirmed,
  overlap: input.overlap,
  pauseAfterFailures: input.pauseAfterFailures,
})

/** The seed for shuffled rounds, when the editor sends none. */
export const drawnSeed = (ctx: Context): number => Math.floor(ctx.random.fraction() * 2 ** 32)

/**
 * The steps after an edit. A known step keeps its content if its words did not change. A new step may bring
 * an unused id, because a simulation uses the id to draw its place in a round.
 */
export async function stepsOf(
  ctx: UserContext,
  tx: Tx,
  input: Edited,
  before: readonly StepRow[] = [],
): Promise<StepRow[]> {
  const known = new Map(before.map((step) => [step.id, step]))
  const bodies = await readContents(
    tx,
    before.map(({ contentId }) => contentId),
  )
  const given = input.steps.flatMap(({ id }) => (id && isUuid(id) && !known.has(id) ? [id] : []))
  const free = new Set(await freeIds(tx, given))
  const steps: StepRow[] = []
  for (const [
    place,
    { id, content, enabled, weight, from, until, maxSends },
  ] of input.steps.entries()) {
    const same = id === undefined ? undefined : known.get(id)
    // If two steps have the same id, the second one is a new step.
    if (same) known.delete(same.id)
    const own = same?.id ?? (id !== undefined && free.delete(id) ? id : ctx.ids.next())
    const unchanged = same && isSameContent(bodies.get(same.contentId), content)
    steps.push({
      id: own,
      cycleId: same?.cycleId ?? '',
      place,
      contentId: unchanged ? same.contentId : await saveContent(ctx, tx, ctx.user.id, content),
      enabled,
      weight,
      fromDay: from ?? null,
      untilDay: until ?? null,
      maxSends: maxSends ?? null,
    })
  }
  return steps
}

/** Changes columns of a cycle for a person; the rev grows. If it ends with that, another may be restored. */
export async function change(
  ctx: UserContext,
  tx: Tx,
  id: string,
  columns: Omit<store.CycleChange, 'updatedAt'>,
): Promise<store.CycleRow> {
  if (columns.status === 'finished') await restoreAnother(tx, ctx.user.id)
  return store.edit(tx, id, { ...columns, updatedAt: ctx.clock.now() })
}

/** Publishes that a cycle changed, and returns it. */
export async function publishCycle(ctx: UserContext, tx: Tx, id: string): Promise<Cycle> {
  const cycle = await readCycle(ctx, tx, id)
  await tx.publish({ kind: 'cycle.updated', userId: ctx.user.id, id, rev: cycle.rev })
  return cycle
}
