import type { Context, Tx } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import type { OccurrenceChange } from './port.ts'
import { isShort, isTrouble, notSentCount, occurrenceStatus } from './rules.ts'
import * as store from './store.ts'

export {
  findOpenChanges,
  findInterrupted,
  insertSentChange,
  setAskedAt,
  readOtherRuns,
  setSentChange,
  settleChanges,
} from './changes-store.ts'
export { findOldOccurrences, forgetOccurrences } from './history-store.ts'
export { replaceGroup } from './merge-store.ts'
export { othersOf } from './others-store.ts'
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
export {
  findUnannounced,
  findUnreported,
  ignoreRules,
  lockDeleted,
  readUsers,
  stopOccurrences,
} from './store.ts'

/** Inserts occurrences for slots that have none yet. Returns the ids of the new ones. */
export const insertOccurrences = (
  ctx: Context,
  tx: Tx,
  rows: readonly store.OccurrenceRow[],
): Promise<Set<string>> => store.insertOccurrences(tx, ctx.clock.now(), rows)

/** Tells sources about skipped occurrences. For one `withoutNotice`, another occurrence makes the notification. */
export async function informOfSkipped(
  ctx: Context,
  tx: Tx,
  skipped: readonly { id: string; withoutNotice?: boolean }[],
): Promise<void> {
  const locked = await store.lockOccurrences(tx, column(skipped, 'id'))
  const withoutNotice = new Set(
    column(
      skipped.filter((row) => row.withoutNotice),
      'id',
    ),
  )
  for (const isNews of [true, false]) {
    await informSources(
      ctx,
      tx,
      locked.filter(({ id }) => withoutNotice.has(id) !== isNews),
      { isNews },
    )
  }
}

/**
 * Records that writing the next slice of an occurrence failed again, and when to retry. Without a retry the
 * fan-out ends here: what was planned is sent.
 */
export async function setBackFanOut(
  ctx: Context,
  tx: Tx,
  occurrenceId: string,
  { failures, notBefore }: { failures: number; notBefore: Date | undefined },
): Promise<void> {
  if (notBefore) return store.noteFanOut(tx, occurrenceId, { failures, notBefore })
  await store.cutFanOut(tx, occurrenceId)
  await finishOccurrences(ctx, tx, [occurrenceId])
}

/** Clears the failures, because a slice was written. */
export const clearFanOut = (tx: Tx, occurrenceId: string): Promise<void> =>
  store.noteFanOut(tx, occurrenceId, { failures: 0, notBefore: null })

/**
 * Adds planned deliveries to the counts of occurrences. Returns false if one was stopped in the meantime: the
 * caller must then roll back.
 */
export async function countPlanned(
  tx: Tx,
  slices: readonly store.PlannedSlice[],
): Promise<boolean> {
  return (await store.countPlanned(tx, slices)).length === slices.length
}

/**
 * Reopens the occurrences that were unfinished when their source was deleted at `deletedAt`. Returns whether
 * there were any.
 */
export async function restoreOccurrences(
  ctx: Context,
  tx: Tx,
  source: Pick<OccurrenceChange, 'source' | 'sourceId'>,
  deletedAt: Date,
): Promise<boolean> {
  const now = ctx.clock.now()
  const ids = await store.restoreOccurrences(tx, now, source, deletedAt)
  const rows = (await store.lockOccurrences(tx, ids)).map((row) => recounted(row, now))
  if (rows.length === 0) return false
  await store.setOccurrences(tx, rows)
  await informSources(ctx, tx, rows)
  if (rows.some((row) => row.fanOutFrom !== null)) await tx.wake('schedules', now.toISOString())
  return true
}

/**
 * Ends occurrences whose deliveries have all ended, and tells their sources once. The others are not changed.
 */
export async function finishOccurrences(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const ended = (await store.lockOccurrences(tx, ids))
    .filter((row) => row.finishedAt === null && row.fanOutFrom === null)
    .map((row) => ({ ...row, status: occurrenceStatus(row), finishedAt: ctx.clock.now() }))
    .filter((row) => row.status !== 'sending')
  if (ended.length === 0) return
  await store.setOccurrences(
    tx,
    ended.map((row) => ({ ...row, told: notSentCount(row) })),
  )
  await informSources(ctx, tx, ended, { isNews: true })
}

/**
 * Tells sources about the progress of occurrences that are still being sent. The user is notified if more deliveries
 * are missing than before, because the rest may wait for hours.
 */
export async function publishProgress(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  // Read without a lock, because lanes would have to wait for it.
  const rows = await store.readOccurrences(tx, ids)
  const open = rows.filter((row) => row.finishedAt === null)
  const worse = open.filter((row) => notSentCount(row) > row.told)
  const noted = await store.noteMissing(
    tx,
    worse.map((row) => ({ id: row.id, told: notSentCount(row), rang: isTrouble(row) })),
  )
  const changes = open.map((row) => {
    const news = noted.get(row.id)
    return { ...changeOf({ ...row, ...news }), isNews: Boolean(news), isSame: !news }
  })
  if (changes.length > 0) await ctx.occurrencesChanged(ctx, tx, changes)
}

/** Updates an occurrence after a person changed one of its deliveries, and tells its source. */
export async function recount(ctx: Context, tx: Tx, id: string): Promise<void> {
  const now = ctx.clock.now()
  const occurrences = (await store.lockOccurrences(tx, [id])).map((row) => ({
    ...recounted(row, now),
    reopened: row.reopened || row.finishedAt !== null,
  }))
  await store.setOccurrences(tx, occurrences)
  await informSources(ctx, tx, occurrences)
}

/** The counts and status of a reopened occurrence, from its deliveries. */
function recounted(row: store.CountedRow, now: Date): store.CountedRow {
  const status = row.fanOutFrom === null ? occurrenceStatus(row) : 'sending'
  // A truncated fan-out stays partial even after retries.
  const reason = isShort(row.reason) ? row.reason : null
  // The person has seen what is missing; only what goes wrong after this is reported again.
  const told = notSentCount(row)
  const counted = { ...row, status, told, rang: row.rang && told > 0 }
  if (status === 'sending') return { ...counted, reason, finishedAt: null }
  return { ...counted, finishedAt: row.finishedAt ?? now }
}

/** Tells sources about changed occurrences. It is news to the user if they ended by themselves. */
export async function informSources(
  ctx: Context,
  tx: Tx,
  changed: readonly store.CountedRow[],
  { isNews } = { isNews: false },
): Promise<void> {
  if (changed.length === 0) return
  await ctx.occurrencesChanged(
    ctx,
    tx,
    changed.map((row) => ({ ...changeOf(row), isNews })),
  )
}

const changeOf = (row: store.CountedRow): Omit<OccurrenceChange, 'isNews'> => ({
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
  status: row.status === 'planned' ? 'sending' : (row.status as OccurrenceChange['status']),
  ...(row.reason && (row.status === 'skipped' || isShort(row.reason))
    ? { reason: row.reason }
    : {}),
  ...(row.rang ? { rang: { more: notSentCount(row) > row.told } } : {}),
})
