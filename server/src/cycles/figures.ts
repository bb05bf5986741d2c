import type { CycleFigures } from '@carillon/contract/cycles'
import type { UserContext } from '../platform/context.ts'
import { readCycle } from './changes.ts'
import * as store from './figures-store.ts'

/** The results of the latest runs of a cycle, counted by step and by group. */
export async function readFigures(ctx: UserContext, id: string): Promise<CycleFigures> {
  return ctx.transaction(async (tx) => {
    await readCycle(ctx, tx, id)
    return {
      times: await store.countTimes(tx, id),
      steps: (await store.countSteps(tx, id)).map(presentCounts),
      groups: (await store.countGroups(tx, id)).map(presentCounts),
    }
  })
}

const presentCounts = <T extends { lastAt: Date | null }>(counted: T) => ({
  ...counted,
  lastAt: counted.lastAt?.toISOString() ?? null,
})
