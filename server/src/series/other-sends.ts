import type { Schedule } from '@carillon/contract/schedule'
import { latest } from '../platform/clock.ts'
import { slots } from '../schedule/rules.ts'
import type { OtherSeries } from './other-sends-store.ts'

/** Most slots of other series that are computed in total. Further ones are not counted. */
const OTHER_SLOTS_MAX = 20_000

/**
 * Most slots before the time span that are computed in total, to know which group is next then. If there are more, a
 * cycle is assumed to begin with the group that is next now.
 */
const TURNS_MAX = 100_000

type Walk = { from: Date; until: Date; letOthersRun: () => Promise<void> }

/** Messages for some groups at these instants; `copies` is their number at each instant. */
type OtherSend = { groupIds: readonly string[]; at: readonly Date[]; copies: number }

/** The slots of these messages and cycles between two instants, in time order, with their groups. */
export async function* otherSends(
  others: readonly OtherSeries[],
  { from, until, letOthersRun }: Walk,
): AsyncGenerator<OtherSend> {
  let [walked, turns] = [0, 0]
  for (const { spec, nextSlotAt, groupIds, inTurn, steps } of others) {
    const before = inTurn ? await slotsBefore(spec, nextSlotAt) : 0
    const at: Date[] = []
    for (const slot of slots(spec, latest(nextSlotAt, from))) {
      if (slot.at >= until || walked++ >= OTHER_SLOTS_MAX) break
      at.push(slot.at)
      await letOthersRun()
    }
    if (!inTurn) {
      yield { groupIds: groupIds.filter((id) => id !== null), at, copies: steps }
      continue
    }
    const [first, all] = [before % groupIds.length, groupIds.length]
    for (const [n, id] of [...groupIds.slice(first), ...groupIds.slice(0, first)].entries()) {
      if (n >= at.length) break
      if (id === null) continue
      const own: Date[] = []
      for (let turn = n; turn < at.length; turn += all) own.push(at[turn]!)
      yield { groupIds: [id], at: own, copies: steps }
      await letOthersRun()
    }
  }

  /** How many slots a cycle has before the time span; 0 if there are too many to count. */
  async function slotsBefore(spec: Schedule, nextSlotAt: Date): Promise<number> {
    let n = 0
    for (const slot of slots(spec, nextSlotAt)) {
      if (slot.at >= from) return n
      if (turns++ >= TURNS_MAX) return 0
      n += 1
      await letOthersRun()
    }
    return n
  }
}
