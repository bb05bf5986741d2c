import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { SourceKind } from './port.ts'

/**
 * Replaces a removed group by the kept one in what sources decided for unfinished occurrences, so that
 * continuing them finds their groups.
 */
export async function replaceGroup(
  tx: Tx,
  { source, sourceIds }: { source: SourceKind; sourceIds: readonly string[] },
  { kept, gone }: { kept: string; gone: string },
): Promise<void> {
  if (sourceIds.length === 0) return
  await sql`
    with going as (
      select id from occurrences
       where source = ${source} and source_id = any(${list(sourceIds)}::uuid[])
         and (finished_at is null or fan_out_from is not null or restore_from is not null)
       order by id for no key update)
    update occurrences o set decided = replace(o.decided::text, ${gone}, ${kept})::jsonb
      from going where o.id = going.id`.execute(tx.db)
}
