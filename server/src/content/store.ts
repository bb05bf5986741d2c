import type { Content } from '@carillon/contract/content/content'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { ContentsTable } from './tables.ts'

export async function insert(tx: Reading, row: Insertable<ContentsTable>): Promise<void> {
  await tx.db.insertInto('contents').values(row).execute()
}

/** The bodies of contents by id; those that do not exist are left out. */
export async function read(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Content>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('contents')
    .select(['id', 'body'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.body]))
}

/** All that a user said, the oldest first. */
export const listOf = (
  reading: Reading,
  userId: string,
): Promise<Pick<Selectable<ContentsTable>, 'id' | 'body' | 'createdAt'>[]> =>
  reading.db
    .selectFrom('contents')
    .select(['id', 'body', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

/** Rows deleted at once; one may have 20 kB. */
const ERASED_AT_ONCE = 500

/** Deletes some contents of a user that nothing names any more; answers whether there may be more. */
export async function eraseSome(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from contents where id = any(array(
      select id from contents where user_id = ${userId} limit ${ERASED_AT_ONCE}))`.execute(tx.db)
  return numAffectedRows === BigInt(ERASED_AT_ONCE)
}
