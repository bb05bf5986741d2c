import type { GroupsMerged } from '../groups/port.ts'
import { publishChanged } from '../series/actions.ts'
import { touch } from './store.ts'
import { mergeTargets as mergeGroups } from './targets-store.ts'

/** Two groups turned out to be one chat: messages to the removed group go to the kept one. */
export const mergeTargets: GroupsMerged = async (ctx, tx, merged) => {
  const ids = await mergeGroups(tx, merged)
  if (ids.length > 0) await publishChanged(tx, 'message', await touch(tx, ids, ctx.clock.now()))
}
