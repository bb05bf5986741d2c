import type { Context, Tx } from '../platform/context.ts'
import type { outageAfter } from './rules.ts'

/** Tells the users of an account that its outage is over, if this change ended one. */
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

/** Tells the users of an account, and the process that owns it, that it changed. */
export async function announceAccountChange(ctx: Context, tx: Tx, id: string) {
  await ctx.accountWatcher.changed(ctx, tx, id)
  await tx.wake('accounts', id)
}
