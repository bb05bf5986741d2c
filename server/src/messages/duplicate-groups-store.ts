import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { MessageRow } from './store.ts'

/**
 * Sends the messages of a group that is removed to the one that stays, each in its place, unless it goes
 * there anyway. Answers those that changed.
 */
export async function mergeTargets(
  tx: Tx,
  { kept, gone }: { kept: string; gone: string },
  now: Date,
): Promise<Pick<MessageRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'userId' | 'rev'>>`
    with moved as (
      update message_groups one set group_id = ${kept}
      where group_id = ${gone} and not exists (
        select 1 from message_groups other
        where other.message_id = one.message_id and other.group_id = ${kept})
      returning message_id)
    update messages set rev = rev + 1, updated_at = ${now}
    from moved where messages.id = moved.message_id
    returning messages.id, messages.user_id, messages.rev`.execute(tx.db)
  return rows
}
