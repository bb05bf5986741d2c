import type { Reading } from '../platform/context.ts'
import { fromEpoch } from '../platform/clock.ts'
import { startLongWork } from '../platform/long-work.ts'
import { readSlotTexts } from '../series/actions.ts'
import type { LoadedCycle } from './slot-facts.ts'
import * as store from './store.ts'
import { readFirstGroups } from './targets-store.ts'
import { completeRows, inPages } from './load-cycles.ts'
import { GROUP_SLOTS_MAX, slotsToCome, type Walk } from './upcoming-steps.ts'

/**
 * The last slot before `until` of each of these cycles that ends by itself: after one round, after so many rounds, or
 * after so many sends. Cycles that go on until then are left out, and so are those beyond the limits of the forecast.
 */
export async function lastSlots(
  reading: Reading,
  ids: readonly string[],
  until: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = (await store.readThese(reading, ids)).filter(
    ({ order, ends }) => order === 'once' || Object.keys(ends ?? {}).length > 0,
  )
  const ending = rows.map(({ id }) => id)
  const groups = await readFirstGroups(reading, ending)
  const own = await readSlotTexts(reading, 'cycle', ending, 1)
  const [letOthersRun, budget] = [startLongWork(), { left: GROUP_SLOTS_MAX }]
  const lasts = new Map<string, Date>()
  for (const page of inPages(rows, ({ id }) => groups.get(id)?.groupCount ?? 0)) {
    for (const loaded of await completeRows(reading, page)) {
      const { id } = loaded.row
      const last = await lastSlotOf(loaded, until, { own: own.get(id), budget, letOthersRun })
      if (last) lasts.set(id, last)
    }
  }
  return lasts
}

async function lastSlotOf(cycle: LoadedCycle, until: Date, walk: Walk): Promise<Date | undefined> {
  const { nextAt } = cycle.row
  let last = nextAt && fromEpoch(nextAt.getTime() - 1)
  for await (const { slot, decision } of slotsToCome(cycle, walk)) {
    if (slot.at >= until) return undefined
    if (decision?.kind === 'nothing' && decision.reason === 'ended') return last ?? undefined
    if (decision?.kind === 'send' && decision.isLast) return slot.at
    last = slot.at
  }
  return undefined
}
