import type { ChannelAccount } from '../channels/port/account.ts'
import type { Context, Tx } from '../platform/context.ts'
import type * as store from './store.ts'

/** The account of a row as its channel gets it, with unsealed credentials. Throws if their key is lost. */
export function withCredentials(
  ctx: Context,
  account: store.AccountRow,
  sealed: Buffer,
): ChannelAccount {
  const { id, externalId, identity, username, name, traits, updateOffset } = account
  const credentials = ctx.secrets.open(sealed, sealContext(id))
  return { id, externalId, identity, username, name, traits, updateOffset, credentials }
}

/** Deletes what the channel stores for the credentials of this account, like the keys of a linked device. */
export async function forgetAtChannel(
  ctx: Context,
  tx: Tx,
  account: store.AccountRow,
): Promise<void> {
  const forget = ctx.channels.get(account.channel)?.forget
  if (!account.credentials || !forget) return
  let credentials: string
  try {
    credentials = withCredentials(ctx, account, account.credentials).credentials
  } catch {
    // The key that sealed them is lost, so the stored keys cannot be used either.
    return
  }
  await forget(tx, credentials)
}

/** The context that sealed credentials are bound to: they open only with the same one. */
export const sealContext = (id: string) => `accounts.credentials:${id}`
