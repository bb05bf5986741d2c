import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

/** The ids of a user's waiting messages that have no group left and no attention about it. */
export async function readGroupless(reading: Reading, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from messages
     where user_id = ${userId} and deleted_at is null and status in ('scheduled', 'active', 'paused')
       and attention ->> 'code' is distinct from 'no_groups'
       and not exists (
         select from message_groups m join groups g on g.id = m.group_id
          where m.message_id = messages.id and g.status <> 'removed')`.execute(reading.db)
  return rows.map(({ id }) => id)
}
