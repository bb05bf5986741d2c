import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { Changed } from '../series/store.ts'

type Merged = { kept: string; gone: string }

/** Replaces the removed group by the kept one in the positions of these cycles. Returns the changed rows. */
export async function replaceGroup(
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
