import type { Context, Tx } from '../platform/context.ts'
import type { outageAfter } from './rules.ts'

/** Notifies the users of an account that its outage is over, if this change ended one. */
export async function announceReturn(
  ctx: Context,
  tx: Tx,
  id: string,
  { awayFrom, awayUntil }: ReturnType<typeof outageAfter>,
): Promise<void> {
  if (awayFrom && awayUntil) {
    await ctx.accountWatcher.back(ctx, tx, { id, from: awayFrom, until: awayUntil })
  }
}

/** Publishes to the users of an account, and to the process that owns it, that it changed. */
export async function announceAccountChange(ctx: Context, tx: Tx, id: string) {
  await ctx.accountWatcher.changed(ctx, tx, id)
  await tx.wake('accounts', id)
}
