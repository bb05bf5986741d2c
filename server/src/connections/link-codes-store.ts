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
    .where('own', '=', false)
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

/** Each page that shows a link has a code of its own; older ones are known for a while, so that they can be answered. */
const OWN_CODES_KEPT = 5

/** Makes a code that opens the own chat of the user of a connection, and forgets the oldest ones. */
export async function addOwn(
  tx: Tx,
  row: { hash: Buffer; connectionId: string; expiresAt: Date },
): Promise<void> {
  await tx.db
    .deleteFrom('pairingCodes')
    .where('hash', 'in', (own) =>
      own
        .selectFrom('pairingCodes')
        .select('hash')
        .where('connectionId', '=', row.connectionId)
        .where('own', '=', true)
        .orderBy('expiresAt', 'desc')
        .offset(OWN_CODES_KEPT - 1),
    )
    .execute()
  await tx.db
    .insertInto('pairingCodes')
    .values({ ...row, own: true })
    .execute()
}

/**
 * Takes a code that opens an own chat, which is good once. One that was used or has expired is answered once, too, and
 * then forgotten; nothing for any other.
 */
export async function takeOwn(
  tx: Tx,
  now: Date,
  accountId: string,
  hash: Buffer,
): Promise<(CodeRow & { isGood: boolean; userName: string | null }) | undefined> {
  const row = await selectCode(tx, accountId, hash)
    .innerJoin('users', 'users.id', 'connections.userId')
    .select('users.displayName as userName')
    .where('own', '=', true)
    .forUpdate(['pairingCodes'])
    .executeTakeFirst()
  if (!row) return undefined
  const isGood = row.usedAt === null && row.expiresAt > now
  await (isGood
    ? tx.db.updateTable('pairingCodes').set({ usedAt: now }).where('hash', '=', hash).execute()
    : tx.db.deleteFrom('pairingCodes').where('hash', '=', hash).execute())
  return { ...row, isGood }
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
