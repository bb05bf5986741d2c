import type { SimulatedSlot } from '@carillon/contract/cycles'
import { SIMULATION_STEPS_LISTED_MAX } from '@carillon/contract/cycles'
import { fromEpoch } from '../../platform/clock.ts'
import type { Forecast } from './lanes.ts'

type SlotCounts = {
  /** Counts a send. Calls for the same group must follow each other. `step` is -1 for a text that is no step. */
  sent(groupId: string, send: { step: number; at: number }, forecast: Forecast): void
  counts(): SimulatedSlot
}

/** Counts the sends of one slot of a simulation: its steps, and how many the rules of groups delay or skip. */
export function countSlot({
  mark,
  ...slot
}: Pick<SimulatedSlot, 'slotAt' | 'local'> & { mark: SimulatedSlot['mark'] }): SlotCounts {
  const steps = new Set<number>()
  const groups = { all: groupCounter(), delayed: groupCounter(), skipped: groupCounter() }
  let [firstAt, heldUntil] = [Infinity, Infinity]
  return {
    sent(groupId, { step, at }, { at: sentAt, rule, skipped }) {
      steps.add(step)
      firstAt = Math.min(firstAt, at)
      groups.all.add(groupId)
      if (skipped) groups.skipped.add(groupId)
      else if (rule) {
        groups.delayed.add(groupId)
        heldUntil = Math.min(heldUntil, sentAt)
      }
    },
    counts: () => ({
      ...slot,
      at: fromEpoch(firstAt).toISOString(),
      ...(mark ? { mark } : {}),
      steps: [...steps]
        .slice(0, SIMULATION_STEPS_LISTED_MAX)
        .map((step) => (step < 0 ? null : step)),
      stepCount: steps.size,
      groups: groups.all.count(),
      ...(groups.all.count() === 1 ? { groupId: groups.all.last() } : {}),
      held: groups.delayed.count(),
      ...(heldUntil < Infinity ? { heldUntil: fromEpoch(heldUntil).toISOString() } : {}),
      skipped: groups.skipped.count(),
    }),
  }
}

/** Counts different groups. Calls for the same group must follow each other. */
function groupCounter() {
  let [n, last] = [0, '']
  return {
    add(groupId: string) {
      if (groupId !== last) n += 1
      last = groupId
    },
    count: () => n,
    last: () => last,
  }
}
