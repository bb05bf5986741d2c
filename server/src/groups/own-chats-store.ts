import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { ChatKey, GroupRow } from './store.ts'

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
    update groups set status = 'removed', ${anonymized}, rev = rev + 1, updated_at = ${now}
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

/** The connections whose own chat this is. */
export async function connectionsOf(tx: Tx, { accountId, externalId }: ChatKey): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('groups')
    .select('connectionId')
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .where('kind', '=', 'own')
    .where('status', '<>', 'removed')
    .orderBy('connectionId')
    .execute()
  return rows.map(({ connectionId }) => connectionId)
}

/** Ends this own chat for all its users. Returns whether it was in use. */
export async function end(tx: Tx, now: Date, { accountId, externalId }: ChatKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update groups set status = 'removed', ${anonymized}, rev = rev + 1, updated_at = ${now}
    where account_id = ${accountId} and external_id = ${externalId} and kind = 'own' and status <> 'removed'`.execute(
    tx.db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** The person of the chat is deleted, because they may not be the user. The row stays for its deliveries. */
const anonymized = sql`title = 'Own chat', external_id = id::text`

/** The own chats of a user that can be sent to, for their export. */
export const listOwn = (reading: Reading, userId: string): Promise<GroupRow[]> =>
  reading.db
    .selectFrom('groups')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'own')
    .where('status', '<>', 'removed')
    .orderBy('id')
    .execute()

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
