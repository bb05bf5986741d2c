import { sql, type Insertable, type Selectable } from 'kysely'
import { after } from '../platform/clock.ts'
import type { Reading, Tx } from '../platform/context.ts'
import { list, millis } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { SchedulesTable } from './tables.ts'
import type { SourceKind } from '../occurrences/port.ts'

export type ScheduleRow = Selectable<SchedulesTable>

/** Writes the schedule of a source, new or in place of the present one; old errors are cleared. */
export async function put(
  tx: Tx,
  row: Omit<Insertable<SchedulesTable>, 'notBefore' | 'waitsFor' | 'failures' | 'lastError'>,
): Promise<void> {
  await tx.db
    .insertInto('schedules')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['source', 'sourceId']).doUpdateSet({
        spec: row.spec,
        nextSlotAt: row.nextSlotAt,
        nextLocal: row.nextLocal,
        zoneData: row.zoneData,
        notBefore: null,
        waitsFor: null,
        failures: 0,
        lastError: null,
        updatedAt: row.updatedAt,
      }),
    )
    .execute()
}

/** Removes the next slot. The row stays: by its id a planned slot is never planned again. */
export async function clear(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .updateTable('schedules')
    .set({ nextSlotAt: null, notBefore: null, waitsFor: null, updatedAt: now })
    .where('id', 'in', ids)
    .execute()
}

export async function remove(tx: Tx, source: SourceKind, sourceId: string): Promise<void> {
  await tx.db
    .deleteFrom('schedules')
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .execute()
}

/** Deletes all schedules of a user. */
export async function removeOf(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('schedules').where('userId', '=', userId).execute()
}

/** The latest slot of a source that was planned; it may be a moment in the future. */
export async function lastMade(
  tx: Tx,
  source: SourceKind,
  sourceId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select (select max(o.slot_at) from occurrences o where o.schedule_id = s.id) as at
      from schedules s where s.source = ${source} and s.source_id = ${sourceId}`.execute(tx.db)
  return rows[0]?.at ?? undefined
}

/** Whether the planner has planned at least one of these slots of a source. */
export async function wasMade(
  tx: Tx,
  source: SourceKind,
  sourceId: string,
  slots: readonly Date[],
): Promise<boolean> {
  const { rows } = await sql`
    select from occurrences o join schedules s on s.id = o.schedule_id
    where s.source = ${source} and s.source_id = ${sourceId} and o.slot_at = any(${slots}::timestamptz[])
    limit 1`.execute(tx.db)
  return rows.length > 0
}

/** The schedule of a source, locked: no planner is working on it until this transaction ends. */
export async function lock(
  tx: Tx,
  source: SourceKind,
  sourceId: string,
): Promise<ScheduleRow | undefined> {
  return tx.db
    .selectFrom('schedules')
    .selectAll()
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .forUpdate()
    .executeTakeFirst()
}

/** The class of the advisory locks of sources. */
const SOURCE_LOCK = 7262

/** Locks a source, with or without a schedule, so that changes of it follow each other. */
export async function lockSource(tx: Tx, sourceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SOURCE_LOCK}, hashtext(${sourceId}))`.execute(tx.db)
}

/**
 * Locks and returns the schedules with a slot until then that nobody else plans, the longest due first. Those
 * that were computed with newer time zone data than `zoneData` are left to a process that has it, unless they
 * were due before `planAnywayBefore`: then no such process exists.
 */
export async function takeDue(
  tx: Tx,
  now: Date,
  max: number,
  { until, zoneData, planAnywayBefore }: { until: Date; zoneData: string; planAnywayBefore: Date },
): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`${prepared}
    select ${sql.join(COLUMNS)} from schedules
     where next_slot_at <= ${until} and (not_before is null or not_before <= ${now})
       and (zone_data is null or zone_data <= ${zoneData} or next_slot_at <= ${planAnywayBefore})
     order by next_slot_at limit ${max} for update skip locked`.execute(tx.db)
  return rows
}

/** All columns by name, because the statement is prepared. */
const COLUMNS = Object.keys({
  id: true,
  userId: true,
  source: true,
  sourceId: true,
  spec: true,
  nextSlotAt: true,
  nextLocal: true,
  zoneData: true,
  notBefore: true,
  waitsFor: true,
  failures: true,
  lastError: true,
  createdAt: true,
  updatedAt: true,
} satisfies Record<keyof SchedulesTable, true>).map((column) => sql.ref(column))

/** The position in a pass over schedules with older time zone data: the last one taken. */
export type Behind = { zoneData: string; id: string }

/**
 * Locks and returns schedules with a next slot that were computed with older time zone data than `zoneData`,
 * the oldest first, after `behind`. Each costs one step in the index, however many there are.
 */
export async function takeOlder(
  tx: Tx,
  zoneData: string,
  behind: Behind,
  max: number,
): Promise<ScheduleRow[]> {
  const age = sql<string>`coalesce(zone_data, '')`
  return tx.db
    .selectFrom('schedules')
    .selectAll()
    .where('nextSlotAt', 'is not', null)
    .where(age, '<', zoneData)
    .where(sql<boolean>`(${age}, id) > (${behind.zoneData}, ${behind.id}::uuid)`)
    .orderBy(age)
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** A next slot as it is stored: its instant and its local time. */
export type Next = Pick<ScheduleRow, 'id' | 'nextSlotAt' | 'nextLocal'>

/** Writes newly computed next slots; other columns do not change. */
export async function retime(tx: Tx, moves: readonly Next[], zoneData: string): Promise<void> {
  if (moves.length === 0) return
  await sql`
    update schedules
       set next_slot_at = moved.next_slot_at, next_local = moved.next_local, zone_data = ${zoneData}
      from ${movesOf(moves)}
     where schedules.id = moved.id`.execute(tx.db)
}

const movesOf = (moves: readonly Next[]) => sql`
  (select id, to_timestamp(next / 1000) as next_slot_at, next_local
     from unnest(${list(moves.map((move) => move.id))}::uuid[],
                 ${millis(moves.map((move) => move.nextSlotAt))}::float8[],
                 ${moves.map((move) => move.nextLocal)}::text[]) as m (id, next, next_local)) as moved`

/** The time of the database. */
export async function readTime(reading: Reading): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(reading.db)
  return rows[0]!.now
}

/** Moves schedules to their next slots in one statement, and clears their errors. */
export async function moveOn(
  tx: Tx,
  moves: readonly Next[],
  zoneData: string,
  now: Date,
): Promise<void> {
  if (moves.length === 0) return
  await sql`${prepared}
    update schedules
       set next_slot_at = moved.next_slot_at, next_local = moved.next_local, zone_data = ${zoneData},
           not_before = null, waits_for = null, failures = 0, last_error = null, updated_at = ${now}
      from ${movesOf(moves)}
     where schedules.id = moved.id`.execute(tx.db)
}

/** Schedules whose slot has to wait are looked at again then. */
export async function putOff(
  tx: Tx,
  waits: readonly Required<Pick<ScheduleRow, 'id' | 'notBefore' | 'waitsFor'>>[],
  now: Date,
): Promise<void> {
  if (waits.length === 0) return
  await sql`
    update schedules
       set not_before = waits.not_before, waits_for = waits.waits_for, failures = 0, updated_at = ${now}
      from unnest(${waits.map(({ id }) => id)}::uuid[],
                  ${waits.map(({ notBefore }) => notBefore)}::timestamptz[],
                  ${waits.map(({ waitsFor }) => waitsFor)}::text[]) as waits (id, not_before, waits_for)
     where schedules.id = waits.id`.execute(tx.db)
}

/** Stores in the row that it could not be planned, and when it is tried again. */
export async function noteFailure(
  tx: Tx,
  id: string,
  failure: { failures: number; lastError: string; notBefore: Date | null; updatedAt: Date },
): Promise<void> {
  await tx.db
    .updateTable('schedules')
    .set({ ...failure, waitsFor: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Whether there is something to plan, and when the planner has to look next, as far as rows tell: `leadMs`
 * before the earliest slot, or at the earliest second try of a schedule or a fan-out that failed. All are
 * one step into an index, however many there are.
 */
export async function nextDue(
  reading: Reading,
  now: Date,
  leadMs: number,
): Promise<{ due: boolean; next: Date | null }> {
  const until = after(now, leadMs)
  const { rows } = await sql<{ due: boolean; next: Date | null }>`${prepared}
    select
      exists (select 1 from schedules
        where next_slot_at <= ${until} and (not_before is null or not_before <= ${now}))
      or exists (select 1 from occurrences
        where fan_out_from is not null and (fan_out_not_before is null or fan_out_not_before <= ${now})) as due,
      least(
        (select next_slot_at - ${leadMs}::float8 * interval '1 ms' from schedules
          where next_slot_at is not null and not_before is null
          order by next_slot_at limit 1),
        (select min(not_before) from schedules where next_slot_at <= ${until}),
        (select min(fan_out_not_before) from occurrences where fan_out_from is not null)) as next`.execute(
    reading.db,
  )
  return rows[0]!
}

/** Runs the work in a savepoint. If it fails, only its own writes are rolled back; rethrows. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint planned`.execute(tx.db)
  try {
    const result = await work()
    await sql`release savepoint planned`.execute(tx.db)
    return result
  } catch (error) {
    await sql`rollback to savepoint planned`.execute(tx.db)
    await sql`release savepoint planned`.execute(tx.db)
    throw error
  }
}
