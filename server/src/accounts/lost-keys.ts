import type { Context } from '../platform/context.ts'
import { withCredentials } from './credentials.ts'
import { loseAccount } from './status.ts'
import * as store from './store.ts'

/**
 * Deletes the credentials that no key can unseal, after the operator has given up a lost key. The users of these
 * accounts are notified that they must connect them again; the operator's bot is set up again from its setting.
 */
export async function giveUpUnreadable(ctx: Context): Promise<void> {
  let deletedCount = 0
  for (const id of await store.listSealed(ctx)) {
    await ctx.transaction(async (tx) => {
      const account = await store.lock(tx, id)
      if (!account?.credentials || isReadable(ctx, account, account.credentials)) return
      const reason = 'The key that protected this account’s credentials was lost. Connect it again.'
      if (!account.shared) await loseAccount(ctx, tx, id, 'logged_out', reason)
      await store.update(tx, ctx.clock.now(), id, { credentials: null })
      deletedCount += 1
    })
  }
  ctx.log.warn(
    { accounts: deletedCount },
    'The keys of SECRETS_KEYS_LOST were given up. Remove that setting before the next start.',
  )
}

function isReadable(ctx: Context, account: store.AccountRow, sealed: Buffer): boolean {
  try {
    return withCredentials(ctx, account, sealed) !== undefined
  } catch {
    return false
  }
}
