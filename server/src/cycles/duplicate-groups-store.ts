import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { Changed } from './store.ts'

type Merged = { kept: string; gone: string }

/**
 * Lets the cycles of a group that is removed go to the one that stays, each in its place, unless they go there
 * anyway. Answers their ids.
 */
export async function moveTargets(tx: Tx, { kept, gone }: Merged): Promise<string[]> {
  const { rows } = await sql<{ cycleId: string }>`
    update cycle_groups one set group_id = ${kept}
     where group_id = ${gone} and not exists (
       select 1 from cycle_groups other
        where other.cycle_id = one.cycle_id and other.group_id = ${kept})
    returning cycle_id`.execute(tx.db)
  return rows.map(({ cycleId }) => cycleId)
}

/** Gives the place that the removed group has in these cycles to the one that stays. Answers what changed. */
export async function movePlaces(
  tx: Tx,
  ids: readonly string[],
  { kept, gone }: Merged,
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update cycles set rev = rev + 1, updated_at = ${now},
           position = replace(position::text, ${gone}, ${kept})::jsonb
     where id = any(${list(ids)}::uuid[])
    returning id, user_id, rev`.execute(tx.db)
  return rows
}
