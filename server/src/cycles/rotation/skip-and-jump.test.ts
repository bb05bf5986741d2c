import { expect, test } from 'vitest'
import { nextDecisions } from './next-decisions.ts'
import { jumpTo, skipSlot, restartRound } from './skip-and-jump.ts'
import { carryOver, UNMOVED, type Position } from './position.ts'
import type { Rotation } from './rounds.ts'

const steps = ['A', 'B', 'C', 'D'].map((id) => ({
  id,
  enabled: true,
  weight: 1,
  from: null,
  until: null,
  maxSends: null,
}))
const cycle: Rotation = {
  order: 'sequence',
  mode: 'same',
  steps,
  groupIds: ['choir'],
  stepsPerSlot: 1,
  seed: 3,
  ends: {},
}
const slot = { day: '2026-11-22', reachable: new Set(['choir']) }

/** The steps of the next slots. */
const coming = (rotation: Rotation, position: Position, count = 6) =>
  [
    ...nextDecisions(
      rotation,
      position,
      Array.from({ length: count }, () => slot),
    ),
  ].map((decision) =>
    decision.kind === 'send'
      ? decision.parts.map(({ stepId }) => stepId).join('')
      : decision.reason,
  )

function after(rotation: Rotation, slots: number): Position {
  let position = UNMOVED
  for (const decision of nextDecisions(
    rotation,
    position,
    Array.from({ length: slots }, () => slot),
  )) {
    if (decision.kind === 'send') position = decision.after
  }
  return position
}

test('what comes next is told as far as the cycle goes', () => {
  expect(coming(cycle, UNMOVED)).toEqual(['A', 'B', 'C', 'D', 'A', 'B'])
  expect(coming({ ...cycle, order: 'once' }, UNMOVED)).toEqual(['A', 'B', 'C', 'D'])
})

test('a step that is passed over has had its turn, and counts as no send', () => {
  const position = skipSlot(cycle, after(cycle, 1), slot)
  expect(coming(cycle, position, 3)).toEqual(['C', 'D', 'A'])
  expect(position).toMatchObject({ sends: 1, said: { A: 1 } })
})

test('a jump makes a step the next one, and the round goes on from there', () => {
  expect(coming(cycle, jumpTo(cycle, after(cycle, 1), 'D'), 3)).toEqual(['D', 'A', 'B'])
  const shuffled = { ...cycle, order: 'shuffle' as const }
  const round = coming(shuffled, UNMOVED, 4)
  const third = round[2] ?? ''
  expect(coming(shuffled, jumpTo(shuffled, UNMOVED, third), 2)).toEqual([third, round[3]])
})

test('a jump moves every group that has a place of its own', () => {
  const own: Rotation = { ...cycle, mode: 'own_place' }
  expect(coming(own, jumpTo(own, after(own, 1), 'D'), 2)).toEqual(['D', 'A'])
})

test('a round that is restarted begins with its first step, shuffled as before', () => {
  expect(coming(cycle, restartRound(cycle, after(cycle, 3)), 2)).toEqual(['A', 'B'])
  const shuffled = { ...cycle, order: 'shuffle' as const }
  const round = coming(shuffled, UNMOVED, 4)
  expect(coming(shuffled, restartRound(shuffled, after(shuffled, 2)), 4)).toEqual(round)
})

test('an edit that changes no turn leaves a restarted round as it is', () => {
  const shuffled = { ...cycle, order: 'shuffle' as const }
  for (let slots = 1; slots < 9; slots++) {
    const restarted = restartRound(shuffled, after(shuffled, slots))
    const edited = { ...shuffled, stepsPerSlot: 1 }
    expect(coming(edited, carryOver(shuffled, edited, restarted))).toEqual(
      coming(shuffled, restarted),
    )
  }
})
