import { slots } from '../schedule/rules.ts'
import { contentAt, type SlotContent } from '../series/rules.ts'
import { factsAt, type Whole } from './rotation.ts'
import { stepsAt } from './rules.ts'

/** Slots of one cycle that are walked to tell what one of them says: one every hour for six weeks. */
const SLOTS_MAX = 1_000

/** Slots times groups that are walked for one answer: a slot of 5,000 groups takes some 3 ms (2026-11-22). */
export const GROUP_SLOTS_MAX = 5_000_000

export type Walk = {
  /** Slots of the cycle, by the instants of their names, of which none has an occurrence yet. */
  wanted: Iterable<number>
  /** Slots with words of their own take no step. */
  own: readonly Pick<SlotContent, 'slotAt' | 'following'>[] | undefined
  /** Slots times groups that may still be walked; the walk takes its own away. */
  budget: { left: number }
  /** Is awaited before each slot. */
  letOthers: () => Promise<void>
}

type Walked = Pick<Whole, 'rotation' | 'position' | 'targets'> & {
  row: Pick<Whole['row'], 'schedule' | 'nextAt'>
}

/** The first step of each of the slots wanted, by its instant, as the planner will come to it; the rest is left out. */
export async function stepsToCome(
  { row, rotation, position: from, targets }: Walked,
  { wanted, own, budget, letOthers }: Walk,
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
    await letOthers()
    const namedAt = slot.movedFrom?.at ?? slot.at
    left.delete(namedAt.getTime())
    if (!contentAt(own, namedAt)) {
      budget.left -= targets.length
      const decision = stepsAt(rotation, position, facts(slot.at))
      if (decision.kind === 'nothing' && decision.reason === 'ended') break
      if (decision.kind === 'say') {
        coming.set(namedAt.getTime(), decision.parts[0]?.stepId ?? '')
        if (decision.isLast) break
        position = decision.after
      }
    }
    if (left.size === 0) break
  }
  return coming
}
