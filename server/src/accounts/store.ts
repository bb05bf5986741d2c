import type { ChannelKind } from '@carillon/contract/config'
import type { Selectable, Updateable } from 'kysely'
import type { Identity } from '../channels/port.ts'
import type { Reading, Tx } from '../platform/context.ts'
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

export function listShared(ctx: Reading, channel: ChannelKind): Promise<AccountRow[]> {
  return ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('channel', '=', channel)
    .where('shared', '=', true)
    .execute()
}

/** The row locked, so that changes of one account follow each other. */
export function lock(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return tx.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes the account, or locks the one that has this identity on the network already. */
export function insertOrLock(
  tx: Tx,
  now: Date,
  id: string,
  channel: ChannelKind,
  identity: Identity,
): Promise<AccountRow> {
  return tx.db
    .insertInto('accounts')
    .values({
      id,
      channel,
      ...identity,
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

/** Keeps where the updates go on. Answers false when another process has taken the account over. */
export async function saveOffset(
  ctx: Reading,
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
