import type { Narrowed } from '../planning/port.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import { list, millis } from '../platform/db/lists.ts'
import type { Reading, Tx } from '../platform/context.ts'
import { rowsOf, type Changed, type ChangeOf } from '../series/store.ts'
import type { StoredPosition } from './rotation/stored-position.ts'
import type { CyclesTable } from './tables.ts'

export type CycleRow = Selectable<CyclesTable>

export type CycleChange = ChangeOf<'cycle'>

const rows = rowsOf('cycle')
export const { update, edit, find, lock, lockAny, lockThese } = rows
export const { listById, countAll, findShown, eraseSome } = rows
export const { lockDeleted, markDeleted, restore } = rows

export async function insert(tx: Tx, row: Insertable<CyclesTable>): Promise<void> {
  await tx.db.insertInto('cycles').values(row).execute()
}

/** Reads cycles without a lock; ids that do not exist are missing. */
export async function readThese(reading: Reading, ids: readonly string[]): Promise<CycleRow[]> {
  if (ids.length === 0) return []
  return reading.db
    .selectFrom('cycles')
    .selectAll()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
}

/** Which of these cycles exist; with a group, only those that go to it. */
export const findPresent = async (
  reading: Reading,
  ids: readonly string[],
  { groupId, kind = 'cycle' }: Narrowed = {},
): Promise<ReadonlySet<string>> =>
  kind === 'cycle' ? rows.findPresent(reading, ids, groupId) : new Set()

/** A slot of a cycle that was planned or skipped. */
export type Move = {
  sourceId: string
  slotAt: Date | null
  nextSlotAt: Date | null
  /** The new position; null if it does not change. */
  position: StoredPosition | null
  /** Whether something is sent with it, and whether the cycle ends with it. */
  said: boolean
  isLast: boolean
  /** Whether the cycle has stopped since it was read: its status then stays as it is. */
  stays: boolean
}

/**
 * Moves cycles to their next slot, in one statement. A cycle without a next slot, or after its last send, is
 * finished. Returns the changed rows.
 */
export async function moveOn(
  tx: Tx,
  moves: readonly Move[],
  now: Date,
): Promise<(Changed & Pick<CycleRow, 'status'>)[]> {
  const { rows } = await sql<Changed & Pick<CycleRow, 'status'>>`
    update cycles
       set position = coalesce(moved.position, cycles.position),
           returned_from = case when moved.position is null then returned_from end,
           last_move = case when moved.position is null then last_move end,
           status = case when moved.stays then status when is_last then 'finished'
                         when slot_at is null then status
                         when moved.next_at is null then 'finished' else 'active' end,
           next_at = case when moved.stays then cycles.next_at when is_last then null
                          when slot_at is null then cycles.next_at else moved.next_at end,
           paused_until = case when moved.stays or slot_at is null then paused_until end,
           said_at = case when said then ${now} else said_at end, runs = runs + said::int,
           rev = rev + 1, updated_at = ${now}
      from (select id, to_timestamp(slot / 1000) as slot_at, to_timestamp(next / 1000) as next_at,
                   position, said, is_last, stays
              from unnest(${list(moves.map((move) => move.sourceId))}::uuid[],
                          ${millis(moves.map((move) => move.slotAt))}::float8[],
                          ${millis(moves.map((move) => move.nextSlotAt))}::float8[],
                          ${moves.map((move) => move.position && JSON.stringify(move.position))}::jsonb[],
                          ${moves.map((move) => move.said)}::bool[],
                          ${moves.map((move) => move.isLast)}::bool[],
                          ${moves.map((move) => move.stays)}::bool[])
                   as m (id, slot, next, position, said, is_last, stays)) as moved
     where cycles.id = moved.id
    returning cycles.id, cycles.user_id, cycles.rev, cycles.status`.execute(tx.db)
  return rows
}

/** Writes the status, attention and position of cycles in one statement. Returns the changed rows. */
export async function setStates(
  tx: Tx,
  changes: readonly Pick<
    CycleRow,
    'id' | 'status' | 'attention' | 'position' | 'returnedFrom' | 'nextAt'
  >[],
  now: Date,
): Promise<Changed[]> {
  if (changes.length === 0) return []
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const { rows } = await sql<Changed>`
    update cycles
       set status = change.status, attention = change.attention, position = change.position,
           returned_from = change.returned_from, next_at = to_timestamp(change.next / 1000),
           rev = rev + 1, updated_at = ${now}
      from unnest(${list(changes.map((one) => one.id))}::uuid[],
                  ${changes.map((one) => one.status)}::text[],
                  ${changes.map((one) => json(one.attention))}::jsonb[],
                  ${changes.map((one) => json(one.position))}::jsonb[],
                  ${changes.map((one) => one.returnedFrom)}::uuid[],
                  ${millis(changes.map((one) => one.nextAt))}::float8[])
           as change (id, status, attention, position, returned_from, next)
     where cycles.id = change.id
    returning cycles.id, cycles.user_id, cycles.rev`.execute(tx.db)
  return rows
}
