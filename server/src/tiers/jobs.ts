import type { Context } from '../platform/context.ts'
import { fitTier } from './actions.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** More was suspended than comes back in one transaction, or some of it was being changed. */
    'tiers.fit': { userId: string }
  }
}

/** Goes on with what has room again in the tier of a user. */
export const goOnFitting = (ctx: Context, { userId }: { userId: string }): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (await store.tierOf(tx, userId)) await fitTier(ctx, tx, userId)
  })
