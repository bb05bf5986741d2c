import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { GroupRow } from './store.ts'

type Opened = Pick<
  GroupRow,
  'id' | 'userId' | 'connectionId' | 'accountId' | 'channel' | 'externalId' | 'title'
>

/** Makes this the own chat of a connection, in place of another one; it can be sent to from now on. */
export async function open(
  tx: Tx,
  now: Date,
  { id, userId, connectionId, accountId, channel, externalId, title }: Opened,
): Promise<Pick<GroupRow, 'id' | 'rev'>> {
  await sql`
    update groups set status = 'removed', rev = rev + 1, updated_at = ${now}
    where connection_id = ${connectionId} and kind = 'own' and status <> 'removed'
      and external_id <> ${externalId}`.execute(tx.db)
  const { rows } = await sql<Pick<GroupRow, 'id' | 'rev'>>`
    insert into groups (id, user_id, connection_id, account_id, channel, external_id, title, kind, status,
      created_at, updated_at)
    values (${id}, ${userId}, ${connectionId}, ${accountId}, ${channel}, ${externalId}, ${title}, 'own', 'active',
      ${now}, ${now})
    on conflict (connection_id, external_id) where status <> 'removed' do update
      set status = 'active', code = null, reason = null, title = excluded.title, rev = groups.rev + 1,
        updated_at = ${now}
    returning id, rev`.execute(tx.db)
  return rows[0]!
}

/** The own chat of a connection, if something can be sent there. */
export async function findOpen(
  reading: Reading,
  connectionId: string,
): Promise<string | undefined> {
  const row = await reading.db
    .selectFrom('groups')
    .select('id')
    .where('connectionId', '=', connectionId)
    .where('kind', '=', 'own')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.id
}
