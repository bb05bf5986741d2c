import type { ChannelKind } from '@carillon/contract/config'
import { sql, type Selectable } from 'kysely'
import type { AccountsTable } from '../accounts/tables.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { Health } from './health.ts'
import type { ConnectionsTable } from './tables.ts'

/** A connection with its account and its proofs. */
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
    | 'linkedAt'
    | 'restrictedUntil'
    | 'awayFrom'
    | 'awayUntil'
  >
  /** When a person first proved a chat of theirs to it. */
  provedAt: Date | null
  groupCount: number
  /** Whose own chat tests go to, as they are called there, where it was opened. */
  ownChatName: string | null
  /** The step of a pairing that goes on, sealed; without an instant there is none. */
  sessionStep: Buffer | null
  sessionExpiresAt: Date | null
  /** How its account is doing, where that is asked for. */
  health?: Health | undefined
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

/** Removes all connections of a user, with their proofs. */
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

type Touched = { id: string; userId: string; rev: number }

/**
 * Increases the number that orders the news of these connections, and returns the users to inform. Locks the
 * connections in order.
 */
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
      'accounts.linkedAt',
      'accounts.restrictedUntil',
      'accounts.awayFrom',
      'accounts.awayUntil',
    ])
    .select((on) => [
      on
        .selectFrom('chatProofs')
        .whereRef('chatProofs.connectionId', '=', 'connections.id')
        .select((first) => first.fn.min('chatProofs.provedAt').as('at'))
        .as('provedAt'),
      on
        .selectFrom('groups')
        .whereRef('groups.connectionId', '=', 'connections.id')
        .where('groups.status', '<>', 'removed')
        .where('groups.kind', '<>', 'own')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('groupCount'),
      on
        .selectFrom('groups')
        .whereRef('groups.connectionId', '=', 'connections.id')
        .where('groups.status', '=', 'active')
        .where('groups.kind', '=', 'own')
        .select('groups.title')
        .limit(1)
        .as('ownChatName'),
    ])
}

function asRow(
  row: Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number],
): ConnectionRow {
  const { channel, externalId, identity, username, name, traits, ...others } = row
  const { shared, status, reason, since, ...rest } = others
  const { accountTokenVersion: tokenVersion, tokenChangedAt, ...more } = rest
  const { linkedAt, restrictedUntil, awayFrom, awayUntil, ...own } = more
  const names = { channel, externalId, identity, username, name, traits }
  const outage = { linkedAt, restrictedUntil, awayFrom, awayUntil }
  return {
    ...own,
    account: { ...names, ...outage, shared, status, reason, since, tokenVersion, tokenChangedAt },
    groupCount: row.groupCount ?? 0,
  }
}
