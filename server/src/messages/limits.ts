import type { Tx, UserContext } from '../platform/context.ts'
import { requireUnderServerLimit } from '../tiers/actions.ts'
import * as store from './limits-store.ts'
import { countAll } from './store.ts'

// What this server allows each user. No tier limits messages.

/** Throws `limit_reached` if the user cannot have one more message. */
export const requireOneMoreMessage = (ctx: UserContext, tx: Tx): Promise<void> =>
  requireUnderServerLimit(ctx, tx, ctx.user.id, 'messages', {
    count: () => countAll(tx, ctx.user.id, { trial: false }),
    words: (most) =>
      `You have ${most} messages, the most this server allows. Delete some you no longer need first.`,
  })

/** Throws `limit_reached` if the user has sent so many tests as they may have messages. Each counts for some days. */
export const requireOneMoreTest = (ctx: UserContext, tx: Tx): Promise<void> =>
  requireUnderServerLimit(ctx, tx, ctx.user.id, 'messages', {
    count: () => countAll(tx, ctx.user.id, { trial: true }),
    words: (most) =>
      `You have sent ${most} tests in the last days, the most this server allows. Send more tomorrow.`,
  })

/**
 * Throws `limit_reached` if the user cannot have one more active series. A series that is already active
 * stays so, even if the limit was lowered.
 */
export async function requireActiveSeriesAllowed(
  ctx: UserContext,
  tx: Tx,
  id: string,
): Promise<void> {
  if (await store.isActiveSeries(tx, id)) return
  await requireUnderServerLimit(ctx, tx, ctx.user.id, 'activeSeries', {
    count: () => store.countActiveSeries(tx, ctx.user.id),
    words: (most) =>
      `You have ${most} active automated messages, the most this server allows. Pause or finish one first.`,
  })
}
