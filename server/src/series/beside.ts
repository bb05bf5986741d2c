import { latest } from '../platform/clock.ts'
import { slots } from '../schedule/rules.ts'
import type { Other } from './beside-store.ts'

/** How many slots of others are computed in total. Further ones are not counted. */
const OTHER_SLOTS_MAX = 20_000

type Walk = { from: Date; until: Date; letOthers: () => Promise<void> }

/** What some groups get at these instants: how many messages at each. */
type Walked = { groupIds: readonly string[]; at: readonly Date[]; copies: number }

/** The slots of each of these messages and cycles between two instants, in their order, with the groups they go to. */
export async function* walkOthers(
  others: readonly Other[],
  { from, until, letOthers }: Walk,
): AsyncGenerator<Walked> {
  let walked = 0
  for (const { spec, nextSlotAt, groupIds, inTurn, steps } of others) {
    const at: Date[] = []
    for (const slot of slots(spec, inTurn ? nextSlotAt : latest(nextSlotAt, from))) {
      if (slot.at >= until || walked++ >= OTHER_SLOTS_MAX) break
      at.push(slot.at)
      await letOthers()
    }
    if (!inTurn) yield { groupIds: groupIds.filter((id) => id !== null), at, copies: steps }
    else {
      for (const [turn, id] of groupIds.slice(0, at.length).entries()) {
        if (id === null) continue
        const own: Date[] = []
        for (let n = turn; n < at.length; n += groupIds.length) if (at[n]! >= from) own.push(at[n]!)
        yield { groupIds: [id], at: own, copies: steps }
        await letOthers()
      }
    }
  }
}
