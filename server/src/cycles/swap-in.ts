import type { Cycle } from '@carillon/contract/cycles'
import type { UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { lockUser, swapIn } from '../tiers/actions.ts'
import { readCycle } from './changes.ts'
import { isCounted } from './status-transitions.ts'
import * as store from './store.ts'

/**
 * Uses a suspended cycle again; the longest unused one is suspended instead if the tier has no room for both. A job
 * then gives it its former status. Calling it twice changes nothing.
 */
export function swapInCycle(ctx: UserContext, id: string): Promise<Cycle> {
  const userId = ctx.user.id
  return ctx.transaction(async (tx) => {
    // The user is locked before cycles, and schedules are not locked: see limits.ts.
    await lockUser(tx, userId)
    const cycle = isUuid(id) ? await store.lock(tx, userId, id) : undefined
    if (!cycle) throw notFound('cycle')
    if (cycle.status === 'suspended') await swapIn(ctx, tx, userId, 'cycles', id)
    else if (!isCounted(cycle.status)) {
      throw new AppError('conflict', 'This cycle is not suspended, but finished. Start it again.')
    }
    return readCycle(ctx, tx, id)
  })
}
