import type { Cycle } from '@carillon/contract/cycles'
import { simulateCycle } from '../src/cycles/simulation/simulation.ts'
import { after, days, fromEpoch } from '../src/platform/clock.ts'
import type { UserContext } from '../src/platform/context.ts'
import { cycleInput } from './cycle-input.ts'

/** The texts of each slot, as `POST /api/cycles/simulate` predicts them, until a time. */
export type SimulatedRuns = {
  until: Date
  /** The texts of a slot, by group. */
  at(slot: Date): Record<string, string[]>
}

/** Simulates the current state of a cycle for some days. A cycle that cannot be started has no slots. */
export async function simulateAhead(
  user: UserContext,
  cycle: Cycle,
  count: number,
): Promise<SimulatedRuns> {
  const { id, groupIds, steps, order, mode, stepsPerSlot, seed, schedule } = cycle
  const kept = { order, mode, stepsPerSlot, seed, steps, schedule }
  const input = cycleInput(groupIds, kept)
  const { sends, count: all } = await simulateCycle(user, {
    ...input,
    cycleId: id,
    days: count,
  }).catch(() => ({ sends: [], count: 0 }))
  const slots = new Map<number, Record<string, string[]>>()
  for (const { slotAt, groupId, step } of sends) {
    const slot = Date.parse(slotAt)
    const said = slots.get(slot) ?? {}
    slots.set(slot, said)
    ;(said[groupId] ??= []).push(steps[step!]!.content.text)
  }
  const end = after(user.clock.now(), days(count))
  // Of very many sends only the first are listed; the last slot of these may be incomplete.
  const last = Math.max(...slots.keys())
  const until = sends.length < all ? fromEpoch(last) : end
  return { until, at: (slot) => slots.get(slot.getTime()) ?? {} }
}
