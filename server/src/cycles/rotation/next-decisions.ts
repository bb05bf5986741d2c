import type { Position } from './position.ts'
import type { Rotation } from './rounds.ts'
import { skipSlot } from './skip-and-jump.ts'
import { stepsAt, type Decision, type SlotFacts } from './step-selection.ts'

/** The decisions for these slots, one after the other, if nobody changes anything. For skipped ones there is none. */
export function* nextDecisions(
  rotation: Rotation,
  position: Position,
  slots: Iterable<SlotFacts & { isSkipped?: boolean }>,
): Generator<Decision> {
  let now = position
  for (const slot of slots) {
    if (slot.isSkipped) {
      now = skipSlot(rotation, now, slot)
      continue
    }
    const decision = stepsAt(rotation, now, slot)
    yield decision
    if (decision.kind === 'nothing') continue
    if (decision.isLast) return
    now = decision.after
  }
}
