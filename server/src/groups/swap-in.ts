import type { UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { lockUser, requireChannel, swapIn } from '../tiers/actions.ts'
import { getGroup } from './actions.ts'
import * as store from './store.ts'
import { notSuspended } from './words.ts'

/**
 * Uses a suspended group again; the longest unused one is suspended instead if the tier has no room for both. Calling it
 * twice changes nothing. Throws `upgrade_required` if the tier lacks its network, and `conflict`, with the reason, if
 * something else keeps messages from it.
 */
export async function swapInGroup(ctx: UserContext, id: string): Promise<store.GroupRow> {
  const userId = ctx.user.id
  await ctx.transaction(async (tx) => {
    // The user is locked before groups, in the order of a tier that changes.
    await lockUser(tx, userId)
    await getGroup({ ...ctx, db: tx.db }, id)
    const group = await store.lock(tx, id)
    if (!group) throw notFound('group')
    if (group.status === 'active') return
    if (group.status !== 'suspended') throw new AppError('conflict', notSuspended(group))
    await requireChannel(tx, userId, group.channel)
    await swapIn(ctx, tx, userId, 'groups', id)
  })
  return getGroup(ctx, id)
}
