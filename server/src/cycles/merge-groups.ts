import type { GroupsMerged } from '../groups/port.ts'
import { replaceGroup } from '../occurrences/actions.ts'
import * as store from './merge-groups-store.ts'
import { publishChanged } from '../series/actions.ts'
import { mergeTargets } from './targets-store.ts'

/**
 * Two groups turned out to be one chat: the cycles of the removed group go to the kept one and continue at
 * its place.
 */
export const mergeGroupsOfCycles: GroupsMerged = async (ctx, tx, merged) => {
  const ids = await mergeTargets(tx, merged)
  if (ids.length === 0) return
  // A lane locks an occurrence before its cycle. The other order would deadlock.
  await replaceGroup(tx, { source: 'cycle', sourceIds: ids }, merged)
  await publishChanged(tx, 'cycle', await store.replaceGroup(tx, ids, merged, ctx.clock.now()))
}
