import type { ChannelKind } from '@carillon/contract/config'
import { sql, type Selectable } from 'kysely'
import type { AccountsTable } from '../accounts/tables.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { ConnectionsTable } from './tables.ts'

/** A connection with its account and what it has proved. */
export type ConnectionRow = Selectable<ConnectionsTable> & {
  account: Pick<
    Selectable<AccountsTable>,
    | 'channel'
    | 'externalId'
    | 'identity'
    | 'username'
    | 'name'
    | 'traits'
    | 'shared'
    | 'status'
    | 'reason'
    | 'since'
    | 'tokenVersion'
    | 'tokenChangedAt'
  >
  proved: boolean
  groupCount: number
  /** The step of a pairing that goes on, sealed; without an instant there is none. */
  sessionStep: Buffer | null
  sessionExpiresAt: Date | null
}

/** All connections that are not removed, of a user, the oldest first. */
export async function list(ctx: Reading, userId: string): Promise<ConnectionRow[]> {
  const rows = await selectRows(ctx)
    .where('connections.userId', '=', userId)
    .orderBy('connections.id')
    .execute()
  return rows.map(asRow)
}

export async function find(
  ctx: Reading,
  id: string,
  userId: string,
): Promise<ConnectionRow | undefined> {
  const row = await selectRows(ctx)
    .where('connections.id', '=', id)
    .where('connections.userId', '=', userId)
    .executeTakeFirst()
  return row && asRow(row)
}

/** The channel of a connection, also of one that is removed. */
export async function findChannel(ctx: Reading, id: string): Promise<ChannelKind | undefined> {
  const row = await ctx.db
    .selectFrom('connections')
    .innerJoin('accounts', 'accounts.id', 'connections.accountId')
    .select('accounts.channel')
    .where('connections.id', '=', id)
    .executeTakeFirst()
  return row?.channel
}

/** Locks a connection that is not removed. */
export function lock(
  tx: Tx,
  id: string,
  userId: string,
): Promise<Selectable<ConnectionsTable> | undefined> {
  return tx.db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** How many connections a user has. */
export async function count(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx.db
    .selectFrom('connections')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The user's connection to the account, if there is one. */
export async function findOfAccount(
  tx: Tx,
  userId: string,
  accountId: string,
): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('connections')
    .select('id')
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** The user's connection to the account, made if there is none. */
export async function insertOrFind(
  tx: Tx,
  now: Date,
  row: { id: string; userId: string; accountId: string; tokenVersion: number },
): Promise<string> {
  const { id } = await tx.db
    .insertInto('connections')
    .values({ ...row, createdAt: now, updatedAt: now })
    .onConflict((on) =>
      on
        .columns(['userId', 'accountId'])
        .where('removedAt', 'is', null)
        .doUpdateSet({ updatedAt: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps that the user has shown the token of this number. */
export async function setTokenVersion(tx: Tx, id: string, tokenVersion: number): Promise<void> {
  await tx.db.updateTable('connections').set({ tokenVersion }).where('id', '=', id).execute()
}

/** The connections of an account whose users showed the token before this one, and not this one. */
export function findJustOutdated(
  tx: Tx,
  { id, tokenVersion }: Pick<Selectable<AccountsTable>, 'id' | 'tokenVersion'>,
): Promise<{ id: string; userId: string }[]> {
  return tx.db
    .selectFrom('connections')
    .select(['id', 'userId'])
    .where('accountId', '=', id)
    .where('tokenVersion', '=', tokenVersion - 1)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
}

// Whether the user of connection `c` has shown the token that account `a` has; a shared one asks for none.
const showsToken = sql`(a.shared or c.token_version = a.token_version)`

export async function markRemoved(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.db
    .updateTable('connections')
    .set({
      removedAt: now,
      pairingCode: null,
      pairingExpiresAt: null,
      note: null,
      rev: sql`rev + 1`,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
  await tx.db.deleteFrom('pairingCodes').where('connectionId', '=', id).execute()
  await tx.db.deleteFrom('pairings').where('connectionId', '=', id).execute()
  await tx.db.deleteFrom('chatProofs').where('connectionId', '=', id).execute()
}

/** Removes all connections of a user, with what they have proved. */
export async function markAllRemoved(tx: Tx, now: Date, userId: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('connections')
    .select('id')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of rows) await markRemoved(tx, now, id)
}

/** Whether anybody is still connected to the account who has shown its token. */
export async function hasConnections(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from connections c join accounts a on a.id = c.account_id
    where a.id = ${accountId} and c.removed_at is null and ${showsToken} limit 1`.execute(tx.db)
  return rows.length > 0
}

/** The accounts, shared ones aside, that nobody but this user was ever connected to. */
export async function accountsOnlyOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where not a.shared
      and exists (select from connections c where c.account_id = a.id and c.user_id = ${userId})
      and not exists (select from connections c where c.account_id = a.id and c.user_id <> ${userId})
    order by a.id`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** The accounts, shared ones aside, whose token this user has shown and nobody else who is connected. */
export async function accountsHeldOnlyBy(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join connections c on c.account_id = a.id
    where not a.shared and a.credentials is not null and c.removed_at is null and ${showsToken}
    group by a.id having bool_and(c.user_id = ${userId}) order by a.id`.execute(tx.db)
  return rows.map((row) => row.id)
}

type Touched = { id: string; userId: string; rev: number }

/** Counts up what orders the news of these connections, and answers whom to tell. Locks them in order. */
export async function touch(tx: Tx, now: Date, ids: readonly string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    with touched as (
      select id from connections where id = any(${ids}::uuid[]) and removed_at is null
      order by id for update
    )
    update connections set rev = rev + 1, seq = seq + 1, updated_at = ${now}
    from touched where connections.id = touched.id
    returning connections.id, user_id, rev`.execute(tx.db)
  return rows
}

export async function idsOfAccount(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('connections')
    .select('id')
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whoever is connected to the account now and has shown its token. */
export async function usersOfAccount(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select c.user_id from connections c join accounts a on a.id = c.account_id
    where a.id = ${accountId} and c.removed_at is null and ${showsToken}`.execute(tx.db)
  return rows.map((row) => row.userId)
}

export async function setNote(tx: Tx, id: string, note: string | null): Promise<void> {
  await tx.db.updateTable('connections').set({ note }).where('id', '=', id).execute()
}

function selectRows(ctx: Reading) {
  return ctx.db
    .selectFrom('connections')
    .innerJoin('accounts', 'accounts.id', 'connections.accountId')
    .leftJoin('pairings', 'pairings.connectionId', 'connections.id')
    .where('connections.removedAt', 'is', null)
    .selectAll('connections')
    .select([
      'pairings.step as sessionStep',
      'pairings.expiresAt as sessionExpiresAt',
      'accounts.channel',
      'accounts.externalId',
      'accounts.identity',
      'accounts.username',
      'accounts.name',
      'accounts.traits',
      'accounts.shared',
      'accounts.status',
      'accounts.reason',
      'accounts.since',
      'accounts.tokenVersion as accountTokenVersion',
      'accounts.tokenChangedAt',
    ])
    .select((on) => [
      on
        .exists(
          on
            .selectFrom('chatProofs')
            .select('externalId')
            .whereRef('chatProofs.connectionId', '=', 'connections.id'),
        )
        .as('proved'),
      on
        .selectFrom('groups')
        .whereRef('groups.connectionId', '=', 'connections.id')
        .where('groups.status', '<>', 'removed')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('groupCount'),
    ])
}

function asRow(
  row: Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number],
): ConnectionRow {
  const { channel, externalId, identity, username, name, traits, ...others } = row
  const { shared, status, reason, since, ...rest } = others
  const { accountTokenVersion: tokenVersion, tokenChangedAt, ...own } = rest
  const names = { channel, externalId, identity, username, name, traits }
  return {
    ...own,
    account: { ...names, shared, status, reason, since, tokenVersion, tokenChangedAt },
    proved: Boolean(row.proved),
    groupCount: row.groupCount ?? 0,
  }
}
