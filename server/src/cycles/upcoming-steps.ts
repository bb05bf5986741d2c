import { originalTime, slots, type Slot } from '../schedule/rules.ts'
import { contentAt, type SlotContent } from '../series/rules.ts'
import { factsAt, type LoadedCycle } from './slot-facts.ts'
import { skipSlot } from './rotation/skip-and-jump.ts'
import { stepsAt, type Decision } from './rotation/step-selection.ts'

/**
 * How many slots of one cycle are computed to find the step of one of them: one slot an hour for six weeks.
 */
const SLOTS_MAX = 1_000

/** The limit of slots times groups for one call. A slot of 5,000 groups takes about 3 ms (2026-11-22). */
export const GROUP_SLOTS_MAX = 5_000_000

export type Walk = {
  /** Slots with their own words use no step. */
  own: readonly Pick<SlotContent, 'slotAt' | 'following'>[] | undefined
  /** When slots are that will be skipped. */
  leftOut?: ReadonlySet<number>
  /** How many slots times groups may still be computed; this call subtracts its own. */
  budget: { left: number }
  /** Awaited before each slot. */
  letOthersRun: () => Promise<void>
}

type Walked = Pick<LoadedCycle, 'rotation' | 'position' | 'targets'> & {
  row: Pick<LoadedCycle['row'], 'schedule' | 'nextAt' | 'advanceOnSkip'>
}

/**
 * The slots to come with what is decided for each, until the cycle ends or a limit is reached. No decision is made for
 * a slot with its own words.
 */
export async function* slotsToCome(
  { row, rotation, position: from, targets }: Walked,
  { own, leftOut, budget, letOthersRun }: Walk,
): AsyncGenerator<{ slot: Slot; decision: Decision | undefined }, void, undefined> {
  const { schedule, nextAt } = row
  if (!schedule || !nextAt) return
  const facts = factsAt(schedule, targets)
  let position = from
  let count = 0
  for (const slot of slots(schedule, nextAt)) {
    if (count++ === SLOTS_MAX || budget.left <= 0) return
    await letOthersRun()
    const isLeftOut = leftOut?.has(originalTime(slot).getTime())
    const hasOwn = contentAt(own, originalTime(slot)) !== undefined
    if (isLeftOut && (hasOwn || !row.advanceOnSkip)) continue
    if (hasOwn) {
      yield { slot, decision: undefined }
      continue
    }
    budget.left -= targets.length
    if (isLeftOut) {
      position = skipSlot(rotation, position, facts(slot.at))
      continue
    }
    const decision = stepsAt(rotation, position, facts(slot.at))
    yield { slot, decision }
    if (decision.kind === 'send') {
      if (decision.isLast) return
      position = decision.after
    } else if (decision.reason === 'ended') return
  }
}

/**
 * The first step of each wanted slot, by its time in milliseconds. Slots beyond the limits are missing; none of the
 * wanted ones has an occurrence yet.
 */
export async function stepsToCome(
  cycle: Walked,
  { wanted, ...walk }: Walk & { wanted: Iterable<number> },
): Promise<Map<number, string>> {
  const coming = new Map<number, string>()
  const left = new Set(wanted)
  if (left.size === 0) return coming
  for await (const { slot, decision } of slotsToCome(cycle, walk)) {
    const at = originalTime(slot).getTime()
    left.delete(at)
    if (decision?.kind === 'send') coming.set(at, decision.parts[0]?.stepId ?? '')
    if (left.size === 0) break
  }
  return coming
}
