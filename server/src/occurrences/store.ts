import type { OnUnconfirmed } from '@carillon/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { column, list, millis } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Decided, Run, SourceKind } from './port.ts'
import { CUT_SHORT, STOPPED_SHORT, type Counts } from './rules.ts'
import type { SkipCode } from './words.ts'

export type OccurrenceRow = {
  id: string
  userId: string
  source: SourceKind
  sourceId: string
  scheduleId: string | null
  slotAt: Date | null
  dueAt: Date
  onUnconfirmed: OnUnconfirmed
  decided: Decided | null
  run: Run | null
  parts: number
  skipped: string | null
  /** How many deliveries its first slice has, how many of these are skipped, and where the next slice continues. */
  total: number
  skippedCount: number
  fanOutFrom: number | null
}

/** Inserts occurrences for slots that have none yet, and returns their ids. */
export async function insertOccurrences(
  tx: Tx,
  now: Date,
  rows: readonly OccurrenceRow[],
): Promise<Set<string>> {
  const { rows: made } = await sql<{ id: string }>`${prepared}
    insert into occurrences (id, user_id, source, source_id, schedule_id, slot_at, due_at, on_unconfirmed,
      decided, run, parts, status, reason, fan_out_from, finished_at, total, skipped, created_at)
    select id, user_id, source, source_id, schedule_id, to_timestamp(slot / 1000), to_timestamp(due / 1000),
      on_unconfirmed, decided::jsonb, run::jsonb, parts, case when skipped is null then 'planned' else 'skipped' end, skipped, fan_out_from,
      case when skipped is not null then ${now}::timestamptz end, total, skipped_count, ${now}
    from unnest(
      ${list(column(rows, 'id'))}::uuid[], ${column(rows, 'userId')}::text[], ${list(column(rows, 'source'))}::text[],
      ${list(column(rows, 'sourceId'))}::uuid[], ${list(column(rows, 'scheduleId'))}::uuid[],
      ${millis(column(rows, 'slotAt'))}::float8[], ${millis(column(rows, 'dueAt'))}::float8[],
      ${list(column(rows, 'onUnconfirmed'))}::text[],
      ${rows.map(({ decided }) => decided && JSON.stringify(decided))}::text[],
      ${rows.map(({ run }) => run && JSON.stringify(run))}::text[], ${list(column(rows, 'parts'))}::int[],
      ${column(rows, 'skipped')}::text[],
      ${list(column(rows, 'fanOutFrom'))}::int[], ${list(column(rows, 'total'))}::int[],
      ${list(column(rows, 'skippedCount'))}::int[]
    ) as o(id, user_id, source, source_id, schedule_id, slot, due, on_unconfirmed, decided, run, parts, skipped, fan_out_from,
      total, skipped_count)
    on conflict (schedule_id, slot_at) do nothing
    returning id`.execute(tx.db)
  return new Set(made.map((row) => row.id))
}

/** Deliveries that were planned for an occurrence, and where its next slice continues. */
export type PlannedSlice = {
  occurrenceId: string
  /** Where this slice had to continue; null if it may be added in any case. */
  from: number | null
  total: number
  skipped: number
  continuesAt: number | null
}

/**
 * Adds planned deliveries to the counts of occurrences, and sets where their next slices continue.
 * Occurrences that no longer continue at `from` are not changed; returns the others.
 */
export async function countPlanned(tx: Tx, slices: readonly PlannedSlice[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update occurrences o
    set total = o.total + s.total, skipped = o.skipped + s.skipped, fan_out_from = s.continues_at
    from unnest(
      ${column(slices, 'occurrenceId')}::uuid[], ${column(slices, 'from')}::int[],
      ${column(slices, 'total')}::int[], ${column(slices, 'skipped')}::int[], ${column(slices, 'continuesAt')}::int[]
    ) as s(occurrence_id, begins, total, skipped, continues_at)
    where o.id = s.occurrence_id and (s.begins is null or o.fan_out_from = s.begins)
    returning o.id`.execute(tx.db)
  return column(rows, 'id')
}

/**
 * Stops the unfinished occurrences of a source and returns their ids. Nothing more is added to them, and a
 * delivery that comes back unsent is not retried. Those that are `short` (deliveries are missing) get their reason for
 * good. A deletion can be undone, so it does not touch what a pause stopped, and it keeps the place from which the
 * next slice goes on. End their deliveries first: lanes lock deliveries before occurrences.
 */
export async function stopOccurrences(
  tx: Tx,
  { source, sourceId }: { source: SourceKind; sourceId: string },
  code: SkipCode,
): Promise<{ id: string; short: boolean }[]> {
  const stopped = code === 'deleted' ? sql`coalesce(o.stopped, ${code})` : code
  const { rows } = await sql<{ id: string; short: boolean }>`
    update occurrences o set fan_out_from = null, fan_out_not_before = null, stopped = ${stopped},
      restore_from = case when ${code} = 'deleted' then going.fan_out_from end,
      reason = case when going.fan_out_from is null then o.reason else ${STOPPED_SHORT} end
    from (select id, fan_out_from from occurrences
          where source = ${source} and source_id = ${sourceId} and finished_at is null
          order by id for no key update) as going
    where o.id = going.id
    returning o.id, going.fan_out_from is not null as short`.execute(tx.db)
  return rows
}

/**
 * Locks occurrences that were stopped because their source was deleted, so that no restore runs during this
 * transaction. Returns their ids.
 */
export async function lockDeleted(
  tx: Tx,
  which: { ids: readonly string[] } | { source: SourceKind; sourceId: string },
): Promise<Set<string>> {
  const named =
    'ids' in which
      ? sql`id = any(${which.ids}::uuid[])`
      : sql`source = ${which.source} and source_id = ${which.sourceId}`
  const { rows } = await sql<{ id: string }>`
    select id from occurrences where ${named} and stopped = 'deleted'
    order by id for no key update`.execute(tx.db)
  return new Set(column(rows, 'id'))
}

/**
 * Continues the occurrences that were stopped because their source was deleted, and returns their ids.
 * Missing slices are written now, unless they were due between `deletedAt` and now.
 */
export async function restoreOccurrences(
  tx: Tx,
  now: Date,
  { source, sourceId }: { source: SourceKind; sourceId: string },
  deletedAt: Date,
): Promise<string[]> {
  const isContinued = sql`(o.restore_from is not null and (o.due_at <= ${deletedAt} or o.due_at > ${now}))`
  const { rows } = await sql<{ id: string }>`
    update occurrences o set stopped = null, restore_from = null,
      fan_out_from = case when ${isContinued} then o.restore_from end,
      reason = case when not ${isContinued} and o.reason = any(${[CUT_SHORT, STOPPED_SHORT]}) then o.reason end
    from (select id from occurrences
          where source = ${source} and source_id = ${sourceId} and stopped = 'deleted'
          order by id for no key update) as going
    where o.id = going.id
    returning o.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Sends an occurrence regardless of the rules of its groups. */
export async function ignoreRules(tx: Tx, id: string): Promise<void> {
  await tx.db.updateTable('occurrences').set({ ignoresRules: true }).where('id', '=', id).execute()
}

/** Writes how often the next slice failed, and when to retry. */
export async function noteFanOut(
  tx: Tx,
  id: string,
  { failures, notBefore }: { failures: number; notBefore: Date | null },
): Promise<void> {
  await tx.db
    .updateTable('occurrences')
    .set({ fanOutFailures: failures, fanOutNotBefore: notBefore })
    .where('id', '=', id)
    .execute()
}

/** Ends a fan-out: no more slices are written. If a person stopped it in the meantime, that reason stays. */
export async function cutFanOut(tx: Tx, id: string): Promise<void> {
  await tx.db
    .updateTable('occurrences')
    .set({ fanOutFrom: null, fanOutNotBefore: null, reason: CUT_SHORT })
    .where('id', '=', id)
    .where('fanOutFrom', 'is not', null)
    .execute()
}

export type CountedRow = Counts & {
  id: string
  userId: string
  source: SourceKind
  sourceId: string
  status: string
  slotAt: Date | null
  finishedAt: Date | null
  fanOutFrom: number | null
  reason: string | null
  /** How many of the skipped ones were late. */
  late: number
  told: number
  rang: boolean
  /** A person had one of its deliveries tried again after it had ended. */
  reopened: boolean
}

/**
 * Locks occurrences in order of their ids and reads their counts; ids that do not exist are missing. An
 * occurrence of which nothing was sent has its reason. Deliveries may still be added during the lock.
 */
export const lockOccurrences = (tx: Tx, ids: readonly string[]): Promise<CountedRow[]> =>
  readCounted(tx, ids, sql`for no key update of o`)

/** Reads the same without a lock, so that counting continues. */
export const readOccurrences = (reading: Reading, ids: readonly string[]): Promise<CountedRow[]> =>
  readCounted(reading, ids, sql``)

async function readCounted(
  reading: Reading,
  ids: readonly string[],
  lock: RawBuilder<unknown>,
): Promise<CountedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CountedRow>`
    select o.id, o.user_id, o.source, o.source_id, o.status, o.slot_at, o.finished_at, o.fan_out_from,
      o.total, o.sent, o.failed, o.skipped, o.unconfirmed, o.told, o.rang, o.reopened,
      coalesce(nullif(o.reason, ${STOPPED_SHORT}), (select d.code from deliveries d
        where d.occurrence_id = o.id and o.skipped = o.total and d.code is not null
        order by d.id limit 1), case when o.total = 0 then o.stopped end, o.reason) as reason,
      case when o.skipped = 0 then 0 else (select count(*)::int from deliveries d
        where d.occurrence_id = o.id and d.status = 'skipped' and d.code = 'late') end as late
    from occurrences o where o.id = any(${ids}::uuid[]) order by o.id ${lock}`.execute(reading.db)
  return rows
}

/**
 * Writes the status of occurrences; `finishedAt` is null for unfinished ones. One with missing deliveries
 * stays so after retries.
 */
export async function setOccurrences(
  tx: Tx,
  rows: readonly Pick<
    CountedRow,
    'id' | 'status' | 'reason' | 'finishedAt' | 'told' | 'rang' | 'reopened'
  >[],
): Promise<void> {
  await sql`
    update occurrences o set status = v.status, finished_at = v.finished_at, told = v.told, rang = v.rang,
      reopened = v.reopened, reason = case when o.reason = any(${[CUT_SHORT, STOPPED_SHORT]}) then o.reason else v.reason end
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'status')}::text[],
      ${column(rows, 'reason')}::text[], ${column(rows, 'finishedAt')}::timestamptz[],
      ${column(rows, 'told')}::int[], ${column(rows, 'rang')}::boolean[],
      ${column(rows, 'reopened')}::boolean[]
    ) as v(id, status, reason, finished_at, told, rang, reopened)
    where o.id = v.id`.execute(tx.db)
}

/**
 * Stores how many deliveries of unfinished occurrences are missing, and for which of them the bell gets an item. Returns
 * those for which fewer were reported before, and whether the bell had an item for them.
 */
export async function noteMissing(
  tx: Tx,
  rows: readonly { id: string; told: number; rang: boolean }[],
): Promise<Map<string, { rang: boolean }>> {
  if (rows.length === 0) return new Map()
  const { rows: noted } = await sql<{ id: string; rang: boolean }>`
    update occurrences o set told = v.told, rang = going.rang or v.rang
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'told')}::int[],
        ${column(rows, 'rang')}::boolean[]) as v(id, told, rang),
      (select id, told, rang from occurrences
        where id = any(${column(rows, 'id')}::uuid[]) and finished_at is null
        order by id for no key update) as going
    where o.id = v.id and going.id = v.id and going.told < v.told
    returning o.id, going.rang`.execute(tx.db)
  return new Map(noted.map(({ id, rang }) => [id, { rang }]))
}

/** Occurrences that have ended without their source being told, because of a crash; the oldest first. */
export async function findUnreported(reading: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from occurrences
    where finished_at is null and fan_out_from is null and total = sent + failed + skipped + unconfirmed
    order by due_at limit 500`.execute(reading.db)
  return rows.map((row) => row.id)
}

/** Unfinished occurrences with more missing deliveries than their source was told, because of a crash. */
export async function findUnannounced(reading: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from occurrences where finished_at is null and failed + skipped + unconfirmed > told
    order by due_at limit 500`.execute(reading.db)
  return rows.map((row) => row.id)
}

/** The users of these occurrences, by id. */
export async function readUsers(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from occurrences where id = any(${ids}::uuid[])`.execute(reading.db)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}
