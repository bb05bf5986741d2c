import type { Tx, UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { lockUser, requireWithin } from '../tiers/actions.ts'
import * as store from './limits-store.ts'

/** Makes sure that the user may have one more message; throws `limit_reached`. */
export const requireMessageRoom = (ctx: UserContext, tx: Tx): Promise<void> =>
  requireWithin(ctx, tx, ctx.user.id, 'messages', {
    count: () => store.countMessages(tx, ctx.user.id),
    words: (most) =>
      `You have ${most} messages, the most this server allows. Delete some you no longer need first.`,
  })

/**
 * Makes sure that this series may go on by itself beside the user's others; throws `limit_reached`. One
 * that does already stays, also where the limit was higher before.
 */
export async function requireSeriesRoom(ctx: UserContext, tx: Tx, id: string): Promise<void> {
  if (await store.goesOnByItself(tx, id)) return
  await requireWithin(ctx, tx, ctx.user.id, 'activeSeries', {
    count: () => store.countActiveSeries(tx, ctx.user.id),
    words: (most) =>
      `You have ${most} active automated messages, the most this server allows. Pause or finish one first.`,
  })
}

/**
 * Does what may give single runs words of their own, and makes sure that the user does not have too many
 * of them by it; throws `invalid` at the field `path`.
 */
export async function withinSlotContents<T>(
  ctx: UserContext,
  tx: Tx,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  await lockUser(tx, ctx.user.id)
  const before = await store.countSlotContents(tx, ctx.user.id)
  const done = await work()
  const now = await store.countSlotContents(tx, ctx.user.id)
  const most = ctx.config.limits.slotContents
  if (now <= most || now <= before) return done
  throw invalid(
    path,
    `${most.toLocaleString('en')} runs of your messages have words of their own, the most this server allows. Let some say again what their series says first.`,
  )
}
