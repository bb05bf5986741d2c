import { sql, type Selectable } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { OccurrencesTable } from '../occurrences/tables.ts'
import type { ScheduleRow } from './store.ts'

export type FanOutRow = Pick<
  Selectable<OccurrencesTable>,
  'id' | 'userId' | 'source' | 'sourceId' | 'slotAt' | 'dueAt' | 'decided'
> & {
  fanOutFrom: number
  fanOutFailures: number
  /** The present schedule of its source. */
  spec: ScheduleRow['spec'] | null
}

/** The class of the advisory locks of fan-outs: whoever holds one continues the fan-out. */
const FAN_OUT_LOCK = 7263

/**
 * The oldest unfinished fan-outs that no other planner works on and that are not delayed. Their rows are not
 * locked: lanes count sent deliveries there, and each would wait for the whole slice (measured 2026-11: up to
 * 250 ms for a slice of 2,000). If a person stops one in the meantime, counting finds that.
 */
export async function takeFanOuts(tx: Tx, now: Date, max: number): Promise<FanOutRow[]> {
  const { rows: own } = await sql<{ id: string }>`
    with oldest as materialized (
      select id from occurrences
       where fan_out_from is not null and (fan_out_not_before is null or fan_out_not_before <= ${now})
       order by due_at limit ${max})
    select id from oldest where pg_try_advisory_xact_lock(${FAN_OUT_LOCK}, hashtext(id::text))`.execute(
    tx.db,
  )
  if (own.length === 0) return []
  // This is a separate statement: the one above would see the state before another planner continued them.
  const { rows } = await sql<FanOutRow>`
    select o.id, o.user_id, o.source, o.source_id, o.slot_at, o.due_at, o.decided, o.fan_out_from, o.fan_out_failures,
           (select s.spec from schedules s where s.id = o.schedule_id) as spec
      from occurrences o
     where o.id = any(${list(own.map(({ id }) => id))}::uuid[]) and o.fan_out_from is not null
     order by o.due_at, o.id`.execute(tx.db)
  return rows
}
