import { lockAccount, type ConnectedAccount } from '../accounts/actions.ts'
import { notify, settleAll } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { withdrawCode } from './link-codes.ts'
import * as holders from './token-holders-store.ts'
import * as store from './store.ts'
import { CONNECTED_AGAIN, noticeOfNewToken } from './words.ts'

/**
 * The user of this connection has shown the token that the account has now: the connection may act again.
 * When it is a new one, others who are connected to the account may not until they show it, too.
 */
export async function noteShown(
  ctx: Context,
  tx: Tx,
  id: string,
  { account, tokenChanged }: ConnectedAccount,
): Promise<void> {
  await store.setTokenVersion(tx, id, account.tokenVersion)
  await ctx.connectionAccess.restored(ctx, tx, id)
  await settleConnected(ctx, tx, account.id)
  if (!tokenChanged || account.shared) return
  const others = await holders.findJustOutdated(tx, account)
  for (const other of others) await withdrawCode(tx, other.id)
  await ctx.connectionAccess.withdrawn(
    ctx,
    tx,
    others.map((other) => other.id),
  )
  const users = others.map(({ userId }) => userId)
  await notify(ctx, tx, users, noticeOfNewToken(account))
}

/** Settles the bell items that ask to connect an account, after it is connected. */
export async function settleConnected(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const account = await lockAccount(tx, accountId)
  if (account?.status !== 'connected') return
  const users = await holders.usersOfAccount(tx, accountId)
  const settled = users.map((userId) => ({ userId, about: accountId, message: CONNECTED_AGAIN }))
  await settleAll(ctx, tx, settled)
}
