import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { Changed } from './store.ts'

/**
 * Sends the cycles of a group that is removed to the one that stays, each in its place, unless they go there
 * anyway. Answers those that changed.
 */
export async function mergeTargets(
  tx: Tx,
  { kept, gone }: { kept: string; gone: string },
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with moved as (
      update cycle_groups one set group_id = ${kept}
      where group_id = ${gone} and not exists (
        select 1 from cycle_groups other
        where other.cycle_id = one.cycle_id and other.group_id = ${kept})
      returning cycle_id)
    update cycles set rev = rev + 1, updated_at = ${now},
      position = replace(position::text, ${gone}, ${kept})::jsonb
    from moved where cycles.id = moved.cycle_id
    returning cycles.id, cycles.user_id, cycles.rev`.execute(tx.db)
  return rows
}
