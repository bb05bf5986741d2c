import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { MessageRow } from './store.ts'

/** Rows deleted at once. */
const FORGOTTEN_AT_ONCE = 200

/**
 * Deletes some test messages that are older than this, except those still being sent. Returns the deleted
 * rows.
 */
export async function forgetSome(
  tx: Tx,
  before: Date,
): Promise<Pick<MessageRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'userId' | 'rev'>>`
    delete from messages where id = any(array(
      select m.id from messages m
      where m.trial and m.created_at < ${before} and not exists (
        select from occurrences o
        where o.source = 'message' and o.source_id = m.id and o.finished_at is null)
      limit ${FORGOTTEN_AT_ONCE}))
    returning id, user_id, rev`.execute(tx.db)
  return rows
}
