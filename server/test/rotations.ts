import { UNMOVED, type Position } from '../src/cycles/rotation/position.ts'
import type { Rotation, Step } from '../src/cycles/rotation/rounds.ts'
import { stepsAt } from '../src/cycles/rotation/step-selection.ts'

export const DAY = '2026-11-22'

export const step = (id: string, rest: Partial<Step> = {}): Step => ({
  id,
  enabled: true,
  weight: 1,
  from: null,
  until: null,
  maxSends: null,
  ...rest,
})

export const rotation = (
  steps: string | readonly Step[],
  rest: Partial<Rotation> = {},
): Rotation => ({
  order: 'sequence',
  mode: 'same',
  steps: typeof steps === 'string' ? steps.split('').map((id) => step(id)) : steps,
  groupIds: ['choir'],
  stepsPerSlot: 1,
  seed: 7,
  ends: {},
  ...rest,
})

/** What the next slots send, each as its parts: `A`, or `A>choir` in the modes with different groups. */
export function run(
  cycle: Rotation,
  slots: number,
  from: Position = UNMOVED,
  lost: readonly string[] = [],
) {
  const said: string[] = []
  let position = from
  let last = false
  for (let n = 0; n < slots; n++) {
    const reachable = new Set(cycle.groupIds.filter((id) => !lost.includes(id)))
    const decided = stepsAt(cycle, position, { day: DAY, reachable })
    if (decided.kind === 'nothing') {
      said.push(decided.reason)
      continue
    }
    const parts = decided.parts.map(({ stepId, groupIds }) =>
      cycle.mode === 'same' ? stepId : `${stepId}>${groupIds.join('+')}`,
    )
    said.push(parts.join(' '))
    position = decided.after
    last = decided.isLast
  }
  return { said, position, last }
}

export const words = (cycle: Rotation, slots: number, from?: Position) =>
  run(cycle, slots, from).said.join(' ')
