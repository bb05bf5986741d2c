import type { Context, Reading, Tx } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import type { Settled } from './port.ts'
import { isShort, occurrenceStatus } from './rules.ts'
import * as store from './store.ts'
import type { SkipCode } from './words.ts'

export { findOldOccurrences, forgetOccurrences } from './history-store.ts'
export { renameGroup } from './merge-store.ts'
export { listOfSource, readOccurrence } from './reads.ts'
export {
  countFailures,
  lastResults,
  latestOccurrence,
  latestOccurrences,
  readDecided,
  readSending,
  type ResultRow,
  type OccurrenceRow,
  type ShownOccurrence,
  shownOccurrences,
} from './reads-store.ts'

/** Inserts occurrences whose slot has none yet; answers the ids of those that are new. */
export const insertOccurrences = (
  ctx: Context,
  tx: Tx,
  rows: readonly store.OccurrenceRow[],
): Promise<Set<string>> => store.insertOccurrences(tx, ctx.clock.now(), rows)

/** Tells their sources of occurrences that were passed over; `quiet` ones are spoken for by another. */
export async function tellSkipped(
  ctx: Context,
  tx: Tx,
  skipped: readonly { id: string; quiet?: boolean }[],
): Promise<void> {
  const passed = await store.lockOccurrences(tx, column(skipped, 'id'))
  const quiet = new Set(
    column(
      skipped.filter((row) => row.quiet),
      'id',
    ),
  )
  for (const isNews of [true, false]) {
    await tellSources(
      ctx,
      tx,
      passed.filter(({ id }) => quiet.has(id) !== isNews),
      { isNews },
    )
  }
}

/**
 * Notes that the next slice of an occurrence could not be written, for the so-many-th time in a row, and
 * when it is tried again. Without that it is cut short: what was planned is sent, and that is its end.
 */
export async function setBackFanOut(
  ctx: Context,
  tx: Tx,
  occurrenceId: string,
  { failures, notBefore }: { failures: number; notBefore: Date | undefined },
): Promise<void> {
  if (notBefore) return store.noteFanOut(tx, occurrenceId, { failures, notBefore })
  await store.cutFanOut(tx, occurrenceId)
  await settle(ctx, tx, [occurrenceId])
}

/** Its slices can be written again: the next failure is the first. */
export const clearFanOut = (tx: Tx, occurrenceId: string): Promise<void> =>
  store.noteFanOut(tx, occurrenceId, { failures: 0, notBefore: null })

/**
 * Adds to the counts of occurrences the deliveries that were planned for them. Answers false when one was
 * stopped meanwhile: then all of it has to be taken back.
 */
export async function countPlanned(
  tx: Tx,
  slices: readonly store.PlannedSlice[],
): Promise<boolean> {
  return (await store.countPlanned(tx, slices)).length === slices.length
}

/**
 * Stops what a source has under way: nothing more is added to it. Answers which occurrences these are.
 * Call it after their deliveries were ended, since lanes lock those first too.
 */
export const stopOccurrences = (
  tx: Tx,
  which: Pick<Settled, 'source' | 'sourceId'>,
  code: SkipCode,
): Promise<{ id: string; short: boolean }[]> => store.stopOccurrences(tx, which, code)

/** Holds occurrences that are stopped because their source was deleted; answers which of them are. */
export const lockDeleted = (
  tx: Tx,
  which: Parameters<typeof store.lockDeleted>[1],
): Promise<Set<string>> => store.lockDeleted(tx, which)

/** An occurrence goes out whatever the rules of its groups ask. */
export const ignoreRules = (tx: Tx, id: string): Promise<void> => store.ignoreRules(tx, id)

/** Opens again what a source had under way when it was deleted, at `deletedAt`; answers whether there was anything. */
export async function restoreOccurrences(
  ctx: Context,
  tx: Tx,
  source: Pick<Settled, 'source' | 'sourceId'>,
  deletedAt: Date,
): Promise<boolean> {
  const now = ctx.clock.now()
  const ids = await store.restoreOccurrences(tx, now, source, deletedAt)
  const rows = (await store.lockOccurrences(tx, ids)).map((row) => standing(row, now))
  if (rows.length === 0) return false
  await store.setOccurrences(tx, rows)
  await tellSources(ctx, tx, rows)
  if (rows.some((row) => row.fanOutFrom !== null)) await tx.wake('schedules', now.toISOString())
  return true
}

/** Whose these occurrences are, by id. */
export const readUsers = (reading: Reading, ids: readonly string[]): Promise<Map<string, string>> =>
  store.readUsers(reading, ids)

/** Occurrences that have ended and whose source was not told: a crash came between. */
export const findUnsettled = (reading: Reading): Promise<string[]> => store.findUnsettled(reading)

/**
 * Ends those of the occurrences whose deliveries have all ended, and tells their sources, once each.
 * The others are left as they are.
 */
export async function settle(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const ended = (await store.lockOccurrences(tx, ids))
    .filter((row) => row.finishedAt === null && row.fanOutFrom === null)
    .map((row) => ({ ...row, status: occurrenceStatus(row), finishedAt: ctx.clock.now() }))
    .filter((row) => row.status !== 'sending')
  if (ended.length === 0) return
  await store.setOccurrences(tx, ended)
  await tellSources(ctx, tx, ended, { isNews: true })
}

/** Tells the sources of occurrences that are still being sent how far they are. */
export async function tellProgress(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  // Without their locks, which all that is answered meanwhile would wait for.
  const rows = await store.readOccurrences(tx, ids)
  const open = rows.filter((row) => row.finishedAt === null)
  await tellSources(ctx, tx, open)
}

/** Works out how an occurrence stands after one of its deliveries was changed by a person, and tells its source. */
export async function resettle(ctx: Context, tx: Tx, id: string): Promise<void> {
  const now = ctx.clock.now()
  const occurrences = (await store.lockOccurrences(tx, [id])).map((row) => standing(row, now))
  await store.setOccurrences(tx, occurrences)
  await tellSources(ctx, tx, occurrences)
}

/** How an occurrence that was opened again stands by its deliveries. */
function standing(row: store.CountedRow, now: Date): store.CountedRow {
  const status = row.fanOutFrom === null ? occurrenceStatus(row) : 'sending'
  // A truncated fan-out stays partial even after retries.
  const reason = isShort(row.reason) ? row.reason : null
  if (status === 'sending') return { ...row, status, reason, finishedAt: null }
  return { ...row, status, finishedAt: row.finishedAt ?? now }
}

/** Tells the sources of occurrences how these stand; it is news when they have ended by themselves. */
export async function tellSources(
  ctx: Context,
  tx: Tx,
  changed: readonly store.CountedRow[],
  { isNews } = { isNews: false },
): Promise<void> {
  if (changed.length === 0) return
  await ctx.occurrencesChanged(
    ctx,
    tx,
    changed.map((row) => ({ ...settledOf(row), isNews })),
  )
}

const settledOf = (row: store.CountedRow): Omit<Settled, 'isNews'> => ({
  id: row.id,
  userId: row.userId,
  source: row.source,
  sourceId: row.sourceId,
  slotAt: row.slotAt,
  total: row.total,
  sent: row.sent,
  failed: row.failed,
  skipped: row.skipped,
  late: row.late,
  unconfirmed: row.unconfirmed,
  status: row.status === 'planned' ? 'sending' : (row.status as Settled['status']),
  ...(row.reason && (row.status === 'skipped' || isShort(row.reason))
    ? { reason: row.reason }
    : {}),
})
