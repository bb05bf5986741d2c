import type { OnUnconfirmed } from '@carillon/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { column, list, millis } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import type { Decided, SourceKind } from './port.ts'
import { CUT_SHORT, STOPPED_SHORT, type Counts } from './rules.ts'
import type { SkipCode } from './words.ts'

const prepared = sql.raw(PREPARED)

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
  parts: number
  skipped: string | null
  /** What its first slice has, and where the next one goes on. */
  total: number
  passed: number
  fanOutFrom: number | null
}

/** Inserts those whose slot has no occurrence yet, and answers their ids. */
export async function insertOccurrences(
  tx: Tx,
  now: Date,
  rows: readonly OccurrenceRow[],
): Promise<Set<string>> {
  const { rows: made } = await sql<{ id: string }>`${prepared}
    insert into occurrences (id, user_id, source, source_id, schedule_id, slot_at, due_at, on_unconfirmed,
      decided, parts, status, reason, fan_out_from, finished_at, total, skipped, created_at)
    select id, user_id, source, source_id, schedule_id, to_timestamp(slot / 1000), to_timestamp(due / 1000),
      on_unconfirmed, decided::jsonb, parts, case when skipped is null then 'planned' else 'skipped' end, skipped, fan_out_from,
      case when skipped is not null then ${now}::timestamptz end, total, passed, ${now}
    from unnest(
      ${list(column(rows, 'id'))}::uuid[], ${column(rows, 'userId')}::text[], ${list(column(rows, 'source'))}::text[],
      ${list(column(rows, 'sourceId'))}::uuid[], ${list(column(rows, 'scheduleId'))}::uuid[],
      ${millis(column(rows, 'slotAt'))}::float8[], ${millis(column(rows, 'dueAt'))}::float8[],
      ${list(column(rows, 'onUnconfirmed'))}::text[],
      ${rows.map(({ decided }) => decided && JSON.stringify(decided))}::text[], ${list(column(rows, 'parts'))}::int[],
      ${column(rows, 'skipped')}::text[],
      ${list(column(rows, 'fanOutFrom'))}::int[], ${list(column(rows, 'total'))}::int[],
      ${list(column(rows, 'passed'))}::int[]
    ) as o(id, user_id, source, source_id, schedule_id, slot, due, on_unconfirmed, decided, parts, skipped, fan_out_from,
      total, passed)
    on conflict (schedule_id, slot_at) do nothing
    returning id`.execute(tx.db)
  return new Set(made.map((row) => row.id))
}

/** Deliveries that were planned for an occurrence, and where its next slice goes on. */
export type PlannedSlice = {
  occurrenceId: string
  /** Where this slice was to go on; null for one that does not depend on it. */
  from: number | null
  total: number
  skipped: number
  next: number | null
}

/**
 * Adds to the counts of occurrences what was planned for them, and where their next slices go on. Those that
 * do not go on at `from` any more are left alone; answers the others.
 */
export async function countPlanned(tx: Tx, slices: readonly PlannedSlice[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update occurrences o
    set total = o.total + s.total, skipped = o.skipped + s.skipped, fan_out_from = s.next
    from unnest(
      ${column(slices, 'occurrenceId')}::uuid[], ${column(slices, 'from')}::int[],
      ${column(slices, 'total')}::int[], ${column(slices, 'skipped')}::int[], ${column(slices, 'next')}::int[]
    ) as s(occurrence_id, begins, total, skipped, next)
    where o.id = s.occurrence_id and (s.begins is null or o.fan_out_from = s.begins)
    returning o.id`.execute(tx.db)
  return column(rows, 'id')
}

/**
 * Stops what a source has under way and answers which occurrences these are: nothing more is added to
 * them, and what comes back from the wire unsent is not tried again. Those that more was to be added to
 * are `short`, and say so for good. A deletion, which can be undone, leaves what a pause stopped to it, and
 * keeps where the next slice was to go on.
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
 * Holds occurrences that are stopped because their source was deleted, so that nobody undoes it before this
 * transaction ends; answers which of them are.
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
 * Lets the occurrences that were stopped because their source was deleted go on; answers which. What was
 * still to be written of one is written now, unless it came due between `deletedAt` and now.
 */
export async function restoreOccurrences(
  tx: Tx,
  now: Date,
  { source, sourceId }: { source: SourceKind; sourceId: string },
  deletedAt: Date,
): Promise<string[]> {
  const goesOn = sql`(o.restore_from is not null and (o.due_at <= ${deletedAt} or o.due_at > ${now}))`
  const { rows } = await sql<{ id: string }>`
    update occurrences o set stopped = null, restore_from = null,
      fan_out_from = case when ${goesOn} then o.restore_from end,
      reason = case when not ${goesOn} and o.reason = any(${[CUT_SHORT, STOPPED_SHORT]}) then o.reason end
    from (select id from occurrences
          where source = ${source} and source_id = ${sourceId} and stopped = 'deleted'
          order by id for no key update) as going
    where o.id = going.id
    returning o.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** An occurrence goes out whatever the rules of its groups ask. */
export async function ignoreRules(tx: Tx, id: string): Promise<void> {
  await tx.db.updateTable('occurrences').set({ ignoresRules: true }).where('id', '=', id).execute()
}

/** How often the next slice of an occurrence could not be written, and when that is tried again. */
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

/** No more slices are written, and it says so for good; one that a person stopped meanwhile says that. */
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
  /** Of the skipped, those whose time had passed. */
  late: number
}

/**
 * Locks occurrences with their counts, in order; those that do not exist are left out. One of which
 * nothing was sent says why, also when it was stopped short. Deliveries may be added meanwhile.
 */
export const lockOccurrences = (tx: Tx, ids: readonly string[]): Promise<CountedRow[]> =>
  readCounted(tx, ids, sql`for no key update of o`)

/** The same as they are now, without keeping anybody from counting on. */
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
      o.total, o.sent, o.failed, o.skipped, o.unconfirmed,
      coalesce(nullif(o.reason, ${STOPPED_SHORT}), (select d.code from deliveries d
        where d.occurrence_id = o.id and o.skipped = o.total and d.code is not null
        order by d.id limit 1), case when o.total = 0 then o.stopped end, o.reason) as reason,
      case when o.skipped = 0 then 0 else (select count(*)::int from deliveries d
        where d.occurrence_id = o.id and d.status = 'skipped' and d.code = 'late') end as late
    from occurrences o where o.id = any(${ids}::uuid[]) order by o.id ${lock}`.execute(reading.db)
  return rows
}

/**
 * Writes down how occurrences stand; `finishedAt` is null for those that go on. One that is not whole
 * stays so, whatever of it is tried again.
 */
export async function setOccurrences(
  tx: Tx,
  rows: readonly { id: string; status: string; reason: string | null; finishedAt: Date | null }[],
): Promise<void> {
  await sql`
    update occurrences o set status = v.status, finished_at = v.finished_at,
      reason = case when o.reason = any(${[CUT_SHORT, STOPPED_SHORT]}) then o.reason else v.reason end
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'status')}::text[],
      ${column(rows, 'reason')}::text[], ${column(rows, 'finishedAt')}::timestamptz[]
    ) as v(id, status, reason, finished_at)
    where o.id = v.id`.execute(tx.db)
}

/** Occurrences that have ended and whose source was not told, the oldest first: a crash came between. */
export async function findUnsettled(reading: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from occurrences
    where finished_at is null and fan_out_from is null and total = sent + failed + skipped + unconfirmed
    order by due_at limit 500`.execute(reading.db)
  return rows.map((row) => row.id)
}

/** Whose these occurrences are, by id. */
export async function readUsers(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from occurrences where id = any(${ids}::uuid[])`.execute(reading.db)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}
