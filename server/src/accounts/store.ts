import type { ChannelKind } from '@carillon/contract/config'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Identity } from '../channels/port/account.ts'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import type { AccountsTable } from './tables.ts'

export type AccountRow = Selectable<AccountsTable>

export function find(ctx: Reading, id: string): Promise<AccountRow | undefined> {
  return ctx.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIdentity(
  ctx: Reading,
  channel: ChannelKind,
  externalId: string,
): Promise<AccountRow | undefined> {
  return ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('channel', '=', channel)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
}

export type LinkedAccount = { id: string; identity: string; linkedAt: Date; timeZone: string }

/** Since when accounts have been linked, and the time zone of the user who connected each first. */
export async function readLinked(
  reading: Reading,
  ids: readonly string[],
): Promise<LinkedAccount[]> {
  const { rows } = await sql<LinkedAccount>`
    select a.id, a.identity, coalesce(a.linked_at, a.created_at) as linked_at,
      coalesce((
        select p.time_zone from connections c join users p on p.id = c.user_id
        where c.account_id = a.id and c.removed_at is null
        order by c.created_at, c.id limit 1), 'UTC') as time_zone
    from accounts a where a.id = any(${ids}::uuid[])`.execute(reading.db)
  return rows
}

export function listShared(ctx: Reading, channel: ChannelKind): Promise<AccountRow[]> {
  return ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('channel', '=', channel)
    .where('shared', '=', true)
    .execute()
}

/** Ids of all accounts that have credentials. */
export async function listSealed(ctx: Reading): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('credentials', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The sealed credentials of all accounts of a channel that have some. */
export async function listCredentials(
  ctx: Reading,
  channel: ChannelKind,
): Promise<{ id: string; credentials: Buffer }[]> {
  const { rows } = await sql<{ id: string; credentials: Buffer }>`
    select id, credentials from accounts where channel = ${channel} and credentials is not null`.execute(
    ctx.db,
  )
  return rows
}

/** Locks and returns the row, so that changes of one account happen one after the other. */
export function lock(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return tx.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts the account, or locks the one with this identity on the network. */
export function insertOrLock(
  tx: Tx,
  now: Date,
  id: string,
  channel: ChannelKind,
  { traits = {}, ...identity }: Identity,
): Promise<AccountRow> {
  return tx.db
    .insertInto('accounts')
    .values({
      id,
      channel,
      ...identity,
      traits: JSON.stringify(traits),
      status: 'needs_pairing',
      since: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((on) => on.columns(['channel', 'externalId']).doUpdateSet({ updatedAt: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function update(
  tx: Tx,
  now: Date,
  id: string,
  changes: Updateable<AccountsTable>,
): Promise<AccountRow> {
  return tx.db
    .updateTable('accounts')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Removes the account if it still has this id at the network; if it has become another one, it stays. */
export async function remove(
  tx: Tx,
  { id, externalId }: { id: string; externalId: string },
): Promise<void> {
  await tx.db
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where('externalId', '=', externalId)
    .execute()
}

/** A shorter wait never ends a longer one. */
export async function pause(tx: Tx, now: Date, id: string, until: Date): Promise<void> {
  await sql`
    update accounts set paused_until = greatest(paused_until, ${until}), updated_at = ${now}
    where id = ${id}`.execute(tx.db)
}

/** Saves the offset of updates. Returns false when another process has taken the account over. */
export async function saveOffset(
  ctx: Writing,
  id: string,
  epoch: number,
  offset: number,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ updateOffset: offset })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
