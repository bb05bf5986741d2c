import type { ChannelKind } from '@carillon/contract/config'
import type { Reading, Tx } from '../platform/context.ts'

/** Makes this the only code of the connection that is good; used ones stay known until they would have expired. */
export async function replace(
  tx: Tx,
  now: Date,
  row: { hash: Buffer; connectionId: string; expiresAt: Date },
  sealed: Buffer,
): Promise<void> {
  await removeUnused(tx, row.connectionId)
  await tx.db
    .deleteFrom('pairingCodes')
    .where('connectionId', '=', row.connectionId)
    .where('expiresAt', '<=', now)
    .execute()
  await tx.db.insertInto('pairingCodes').values(row).execute()
  await tx.db
    .updateTable('connections')
    .set({ pairingCode: sealed, pairingExpiresAt: row.expiresAt, note: null })
    .where('id', '=', row.connectionId)
    .execute()
}

/** Takes the link off the user's screen. */
export async function withdraw(tx: Tx, connectionId: string): Promise<void> {
  await hide(tx, connectionId)
  await removeUnused(tx, connectionId)
}

export type CodeRow = {
  channel: ChannelKind
  connectionId: string
  accountId: string
  userId: string
  shared: boolean
  expiresAt: Date
  usedAt: Date | null
}

/** A code of some connection of this account. */
export const find = (ctx: Reading, accountId: string, hash: Buffer) =>
  selectCode(ctx, accountId, hash).where('own', '=', false).executeTakeFirst()

/** Makes this the only code of the connection that opens the own chat of its user. */
export async function replaceOwn(
  tx: Tx,
  row: { hash: Buffer; connectionId: string; expiresAt: Date },
): Promise<void> {
  await tx.db
    .deleteFrom('pairingCodes')
    .where('connectionId', '=', row.connectionId)
    .where('own', '=', true)
    .execute()
  await tx.db
    .insertInto('pairingCodes')
    .values({ ...row, own: true })
    .execute()
}

/** Takes a code that opens an own chat, which is good once; nothing when it is not, or has expired. */
export async function takeOwn(
  tx: Tx,
  now: Date,
  accountId: string,
  hash: Buffer,
): Promise<CodeRow | undefined> {
  const row = await selectCode(tx, accountId, hash).where('own', '=', true).executeTakeFirst()
  if (!row || row.expiresAt <= now) return undefined
  const { numDeletedRows } = await tx.db
    .deleteFrom('pairingCodes')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n ? row : undefined
}

function selectCode(ctx: Reading, accountId: string, hash: Buffer) {
  return ctx.db
    .selectFrom('pairingCodes')
    .innerJoin('connections', 'connections.id', 'pairingCodes.connectionId')
    .innerJoin('accounts', 'accounts.id', 'connections.accountId')
    .where('hash', '=', hash)
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .where((on) =>
      on.or([
        on('accounts.shared', '=', true),
        on('connections.tokenVersion', '=', on.ref('accounts.tokenVersion')),
      ]),
    )
    .select([
      'connectionId',
      'connections.accountId',
      'connections.userId',
      'accounts.shared',
      'accounts.channel',
      'expiresAt',
      'usedAt',
    ])
}

/** Uses a code for the first time. False when somebody was faster, or it has expired meanwhile. */
export async function use(tx: Tx, now: Date, connectionId: string, hash: Buffer): Promise<boolean> {
  // The connection is locked first, as whoever makes a new link does.
  await tx.db
    .selectFrom('connections')
    .select('id')
    .where('id', '=', connectionId)
    .forUpdate()
    .execute()
  const { numUpdatedRows } = await tx.db
    .updateTable('pairingCodes')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await hide(tx, connectionId)
  return true
}

/** Whether a code has not expired. */
export async function isGood(tx: Tx, now: Date, hash: Buffer): Promise<boolean> {
  const row = await tx.db
    .selectFrom('pairingCodes')
    .select('hash')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

async function hide(tx: Tx, connectionId: string) {
  await tx.db
    .updateTable('connections')
    .set({ pairingCode: null, pairingExpiresAt: null, note: null })
    .where('id', '=', connectionId)
    .execute()
}

async function removeUnused(tx: Tx, connectionId: string) {
  await tx.db
    .deleteFrom('pairingCodes')
    .where('connectionId', '=', connectionId)
    .where('own', '=', false)
    .where('usedAt', 'is', null)
    .execute()
}
