import type { Position } from './position.ts'
import type { Rotation } from './rounds.ts'
import { stepsAt, type Decision, type SlotFacts } from './step-selection.ts'

/** The decisions for these slots, one after the other, if nobody changes anything. */
export function* nextDecisions(
  rotation: Rotation,
  position: Position,
  slots: Iterable<SlotFacts>,
): Generator<Decision> {
  let now = position
  for (const slot of slots) {
    const decision = stepsAt(rotation, now, slot)
    yield decision
    if (decision.kind === 'nothing') continue
    if (decision.isLast) return
    now = decision.after
  }
}
