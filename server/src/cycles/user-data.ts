import type { Cycle } from '@carillon/contract/cycles'
import { fromEpoch } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { presentCycle } from './present.ts'
import { showAll } from './read-models.ts'
import { eraseSome, listById } from './store.ts'

/** How many cycles are read at once: each may have 5,000 groups. */
const PAGE = 20

/** The cycles in a person's export. Leaving ends their schedules together with those of messages. */
export const cycleData = {
  name: 'cycles',
  async *export(ctx: Reading, userId: string): AsyncGenerator<Cycle[]> {
    let last: string | undefined
    do {
      const rows = await listById(ctx, userId, last, PAGE)
      yield (await showAll(ctx, rows)).map((cycle) => presentCycle(cycle, EVER))
      last = rows.length === PAGE ? rows.at(-1)?.id : undefined
    } while (last)
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => eraseSome(tx, userId)),
}

/** Past exceptions are exported too. */
const EVER = fromEpoch(0)
