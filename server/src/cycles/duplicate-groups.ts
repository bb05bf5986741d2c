import type { GroupsMerged } from '../groups/port.ts'
import { renameGroup } from '../occurrences/actions.ts'
import * as store from './duplicate-groups-store.ts'
import { publishChanged } from '../series/actions.ts'
import { mergeTargets as mergeGroups } from './targets-store.ts'

/** Two groups turned out to be one chat: cycles of the one that is removed go to the other, from its place on. */
export const mergeTargets: GroupsMerged = async (ctx, tx, merged) => {
  const ids = await mergeGroups(tx, merged)
  if (ids.length === 0) return
  // A lane locks an occurrence before its cycle: the other way round both would wait for ever.
  await renameGroup(tx, { source: 'cycle', sourceIds: ids }, merged)
  await publishChanged(tx, 'cycle', await store.movePlaces(tx, ids, merged, ctx.clock.now()))
}
