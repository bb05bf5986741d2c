import { originalTime, slots } from '../schedule/rules.ts'
import { contentAt, type SlotContent } from '../series/rules.ts'
import { factsAt, type LoadedCycle } from './slot-facts.ts'
import { stepsAt } from './rotation/step-selection.ts'

/**
 * How many slots of one cycle are computed to find the step of one of them: one slot an hour for six weeks.
 */
export const SLOTS_MAX = 1_000

/** The limit of slots times groups for one call. A slot of 5,000 groups takes about 3 ms (2026-11-22). */
export const GROUP_SLOTS_MAX = 5_000_000

export type Walk = {
  /** The slots that are asked for, in milliseconds; none of them has an occurrence yet. */
  wanted: Iterable<number>
  /** Slots with their own words use no step. */
  own: readonly Pick<SlotContent, 'slotAt' | 'following'>[] | undefined
  /** How many slots times groups may still be computed; this call subtracts its own. */
  budget: { left: number }
  /** Awaited before each slot. */
  letOthersRun: () => Promise<void>
}

type Walked = Pick<LoadedCycle, 'rotation' | 'position' | 'targets'> & {
  row: Pick<LoadedCycle['row'], 'schedule' | 'nextAt'>
}

/** The first step of each wanted slot, by its time. Slots beyond the limits are missing. */
export async function stepsToCome(
  { row, rotation, position: from, targets }: Walked,
  { wanted, own, budget, letOthersRun }: Walk,
): Promise<Map<number, string>> {
  const coming = new Map<number, string>()
  const left = new Set(wanted)
  const { schedule, nextAt } = row
  if (!schedule || !nextAt || left.size === 0) return coming
  const facts = factsAt(schedule, targets)
  let position = from
  let count = 0
  for (const slot of slots(schedule, nextAt)) {
    if (count++ === SLOTS_MAX || budget.left <= 0) break
    await letOthersRun()
    const originalAt = originalTime(slot)
    left.delete(originalAt.getTime())
    if (!contentAt(own, originalAt)) {
      budget.left -= targets.length
      const decision = stepsAt(rotation, position, facts(slot.at))
      if (decision.kind === 'nothing' && decision.reason === 'ended') break
      if (decision.kind === 'send') {
        coming.set(originalAt.getTime(), decision.parts[0]?.stepId ?? '')
        if (decision.isLast) break
        position = decision.after
      }
    }
    if (left.size === 0) break
  }
  return coming
}
