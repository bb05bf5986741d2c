import type { ChannelKind } from '@carillon/contract/config'
import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { PairingsTable } from './tables.ts'

export type PairingRow = Selectable<PairingsTable>

export function find(ctx: Reading, connectionId: string): Promise<PairingRow | undefined> {
  return ctx.db
    .selectFrom('pairings')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .executeTakeFirst()
}

/** Makes this the session of the connection, and clears the earlier failure. */
export async function begin(tx: Tx, row: PairingRow): Promise<void> {
  await tx.db
    .insertInto('pairings')
    .values(row)
    .onConflict((on) => on.column('connectionId').doUpdateSet(row))
    .execute()
  await tx.db
    .updateTable('connections')
    .set({ note: null })
    .where('id', '=', row.connectionId)
    .execute()
}

/** Stores the next step. Returns false if another session has replaced this one. */
export async function setStep(
  tx: Tx,
  { connectionId, attempt, step, expiresAt }: PairingRow,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('pairings')
    .set({ step, expiresAt })
    .where('connectionId', '=', connectionId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a session. Returns false if another one has replaced it. */
export async function end(tx: Tx, connectionId: string, attempt: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('pairings')
    .where('connectionId', '=', connectionId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends whatever session the connection has. */
export async function endAny(tx: Tx, connectionId: string): Promise<void> {
  await tx.db.deleteFrom('pairings').where('connectionId', '=', connectionId).execute()
}

/** The user's connection to an account of this channel that nobody has been paired with yet. */
export async function findUnpaired(
  tx: Tx,
  userId: string,
  channel: ChannelKind,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from connections c join accounts a on a.id = c.account_id
    where c.user_id = ${userId} and c.removed_at is null and a.channel = ${channel}
      and a.external_id = 'pairing:' || a.id limit 1`.execute(tx.db)
  return rows[0]?.id
}

/** Keeps when the user agreed to how the network is used. */
export async function setConsent(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.db.updateTable('connections').set({ consentedAt: at }).where('id', '=', id).execute()
}

/** Leads a connection to the account that its pairing has found. */
export async function setAccount(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.db.updateTable('connections').set({ accountId }).where('id', '=', id).execute()
}

/** Deletes connections that were removed before this instant and never paired, with their accounts. */
export async function forgetUnpaired(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from connections c using accounts a
    where a.id = c.account_id and a.external_id = 'pairing:' || a.id and c.removed_at < ${before}`.execute(
    tx.db,
  )
  await sql`
    delete from accounts a
    where a.external_id = 'pairing:' || a.id and a.updated_at < ${before}
      and not exists (select from connections c where c.account_id = a.id)`.execute(tx.db)
}
