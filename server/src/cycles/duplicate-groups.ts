import type { GroupsMerged } from '../groups/port.ts'
import * as store from './duplicate-groups-store.ts'
import { publish } from './source.ts'

/** Two groups turned out to be one chat: cycles of the one that is removed go to the other, from its place on. */
export const mergeTargets: GroupsMerged = async (ctx, tx, merged) =>
  publish(tx, await store.mergeTargets(tx, merged, ctx.clock.now()))
