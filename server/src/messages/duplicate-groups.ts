import type { GroupsMerged } from '../groups/port.ts'
import * as store from './duplicate-groups-store.ts'

/** Two groups turned out to be one chat: messages to the one that is removed go to the other. */
export const mergeTargets: GroupsMerged = async (ctx, tx, merged) => {
  const changed = await store.mergeTargets(tx, merged, ctx.clock.now())
  await tx.publish(
    ...changed.map(({ id, userId, rev }) => ({
      kind: 'message.updated' as const,
      userId,
      id,
      rev,
    })),
  )
}
