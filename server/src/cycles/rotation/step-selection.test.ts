import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, rotation, run, step, words } from '../../../test/rotations.ts'
import { carryOver, UNMOVED, type Position } from './position.ts'
import { stepsAt } from './step-selection.ts'

test('a sequence says its steps in their order, again and again', () => {
  expect(words(rotation('ABC'), 7)).toBe('A B C A B C A')
})

test('once through, the cycle has ended with its last step', () => {
  const { said, last, position } = run(rotation('ABC', { order: 'once' }), 3)
  expect({ said, last }).toEqual({ said: ['A', 'B', 'C'], last: true })
  expect(words(rotation('ABC', { order: 'once' }), 1, position)).toBe('ended')
})

test('a cycle ends after so many rounds or sends', () => {
  expect(run(rotation('AB', { ends: { rounds: 2 } }), 4)).toMatchObject({ last: true })
  expect(run(rotation('AB', { ends: { rounds: 2 } }), 3)).toMatchObject({ last: false })
  expect(run(rotation('AB', { ends: { sends: 3 } }), 3)).toMatchObject({ last: true })
  const inPairs = rotation('AB', { ends: { sends: 3 }, stepsPerSlot: 2 })
  expect(run(inPairs, 2)).toMatchObject({ said: ['A B', 'A'], last: true })
})

test('a cycle goes on while a group that may be back has steps to come', () => {
  for (const mode of ['own_place', 'one_group'] as const) {
    const cycle = rotation('A', { order: 'once', mode, groupIds: ['choir', 'band'] })
    const mayReturn = new Set(cycle.groupIds)
    const at = (position: Position, ...reachable: string[]) =>
      stepsAt(cycle, position, { day: DAY, reachable: new Set(reachable), mayReturn })
    const first = at(UNMOVED, 'choir')
    if (first.kind === 'nothing') throw new Error(first.reason)
    expect(first.isLast).toBe(false)
    expect(at(first.after, 'choir')).toEqual({ kind: 'nothing', reason: 'no_groups' })
    expect(at(first.after, 'choir', 'band')).toMatchObject({
      parts: [{ stepId: 'A', groupIds: ['band'] }],
      isLast: true,
    })
  }
})

test('the last round ends with the last step that can still come', () => {
  const steps = [
    step('A'),
    step('B'),
    step('C', { enabled: false }),
    step('D', { until: '2026-11-21' }),
  ]
  expect(run(rotation(steps, { order: 'once' }), 2)).toMatchObject({ said: ['A', 'B'], last: true })
})

test('a step is passed over while it is off, before its first and after its last day, and after its most sends', () => {
  expect(words(rotation([step('A'), step('B', { enabled: false }), step('C')]), 4)).toBe('A C A C')
  expect(words(rotation([step('A'), step('B', { from: '2026-11-23' }), step('C')]), 3)).toBe(
    'A C A',
  )
  expect(words(rotation([step('A'), step('B', { from: DAY, until: DAY })]), 3)).toBe('A B A')
  expect(words(rotation([step('A', { maxSends: 2 }), step('B')]), 6)).toBe('A B A B B B')
})

test('without a step or a group that can get one, nothing is said and the position stays', () => {
  const off = rotation([step('A', { enabled: false })])
  expect(run(off, 1)).toMatchObject({ said: ['no_steps'], position: UNMOVED })
  expect(run(rotation('AB'), 1, UNMOVED, ['choir'])).toMatchObject({
    said: ['no_groups'],
    position: UNMOVED,
  })
  const noWeight = rotation([step('A', { weight: 0 })], { order: 'weighted' })
  expect(run(noWeight, 1).said).toEqual(['no_steps'])
})

test('a cycle does not end before the first day of a step that its last round still has', () => {
  const steps = [step('A'), step('B', { from: '2026-11-24', until: '2026-11-25' })]
  for (const mode of ['same', 'own_place', 'one_group'] as const) {
    const once = rotation(steps, { order: 'once', mode })
    const reachable = new Set(['choir'])
    const said = []
    let position = UNMOVED
    for (const day of ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']) {
      const decision = stepsAt(once, position, { day, reachable })
      if (decision.kind === 'send') position = decision.after
      said.push(decision.kind === 'send' ? decision.parts[0]!.stepId : decision.reason)
    }
    expect(said).toEqual(['A', 'no_steps', 'B', 'ended'])
    const missed = stepsAt(once, run(once, 1).position, { day: '2026-11-26', reachable })
    expect(missed).toEqual({ kind: 'nothing', reason: 'ended' })
  }
})

test('several steps a slot follow each other, and none comes twice in one', () => {
  expect(run(rotation('ABC', { stepsPerSlot: 2 }), 4).said).toEqual(['A B', 'C A', 'B C', 'A B'])
  expect(run(rotation('AB', { stepsPerSlot: 5 }), 2).said).toEqual(['A B', 'A B'])
})

const seeds = fc.nat(2 ** 31)
const lists = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 12,
})

test('a shuffled round says each step once, and does not begin with the last of the round before', () => {
  fc.assert(
    fc.property(lists, seeds, (ids, seed) => {
      const cycle = rotation(
        ids.map((id) => step(id)),
        { order: 'shuffle', seed },
      )
      const { said } = run(cycle, ids.length * 4)
      for (let round = 0; round < 4; round++) {
        const part = said.slice(round * ids.length, (round + 1) * ids.length)
        expect(part.toSorted()).toEqual(ids.toSorted())
        expect(part[0]).not.toBe(said[round * ids.length - 1])
      }
    }),
  )
})

test('each order of three shuffled steps is about as likely as any other', () => {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 6_000; seed++) {
    const order = words(rotation('ABC', { order: 'shuffle', seed }), 3)
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})

test('weighted steps come as often as their weights say, also while one is off', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 6 }),
      seeds,
      (weights, seed) => {
        fc.pre(weights.slice(1).some((weight) => weight > 0))
        const steps = weights.map((weight, n) => step(`${n}`, { weight, enabled: n > 0 }))
        const SLOTS = 10_000
        const { said } = run(rotation(steps, { order: 'weighted', seed }), SLOTS)
        const sum = weights.slice(1).reduce((a, b) => a + b)
        for (const [n, weight] of weights.entries()) {
          const share = said.filter((id) => id === `${n}`).length / SLOTS
          expect(Math.abs(share - (n > 0 ? weight / sum : 0))).toBeLessThan(0.01)
        }
      },
    ),
    { numRuns: 10 },
  )
})

test('the same seed is the same order, another seed another one', () => {
  const said = (seed: number) => words(rotation('ABCDEFGH', { order: 'shuffle', seed }), 16)
  expect(said(1)).toBe(said(1))
  expect(said(1)).not.toBe(said(2))
})

test('each group has a place of its own, and a new one begins with the first step', () => {
  const own = { mode: 'own_place' as const }
  const before = rotation('ABC', { ...own, groupIds: ['choir', 'band'] })
  const { said, position } = run(before, 2)
  expect(said).toEqual(['A>choir+band', 'B>choir+band'])
  const after = { ...before, groupIds: ['choir', 'band', 'club'] }
  expect(run(after, 3, carryOver(before, after, position)).said).toEqual([
    'C>choir+band A>club',
    'A>choir+band B>club',
    'B>choir+band C>club',
  ])
})

test('a group that is lost for a while goes on where it was', () => {
  const cycle = rotation('ABC', { mode: 'own_place', groupIds: ['choir', 'band'] })
  const { position } = run(cycle, 1)
  const lost = run(cycle, 1, position, ['band'])
  expect(lost.said).toEqual(['B>choir'])
  expect(run(cycle, 1, lost.position).said).toEqual(['C>choir B>band'])
})

test('one group at a time, each gets every step', () => {
  const cycle = rotation('AB', { mode: 'one_group', groupIds: ['choir', 'band'] })
  expect(run(cycle, 5).said).toEqual(['A>choir', 'A>band', 'B>choir', 'B>band', 'A>choir'])
  const { position } = run(cycle, 1)
  expect(run(cycle, 2, position, ['band']).said).toEqual(['B>choir', 'A>choir'])
})

test('one group at a time, the cycle ends when each has had its rounds', () => {
  const cycle = rotation('AB', { mode: 'one_group', order: 'once', groupIds: ['choir', 'band'] })
  expect(run(cycle, 3).last).toBe(false)
  expect(run(cycle, 5)).toMatchObject({
    said: ['A>choir', 'A>band', 'B>choir', 'B>band', 'ended'],
    last: true,
  })
})

test('one group at a time, a slot asks no more of thousands of groups than it needs', () => {
  const groupIds = Array.from({ length: 5_000 }, (_, n) => `group ${n}`)
  const cycle = rotation('AB', { mode: 'one_group', groupIds })
  let asked = 0
  class Counted extends Set<string> {
    override has(id: string) {
      asked++
      return super.has(id)
    }
  }
  const slot = { day: DAY, reachable: new Counted(groupIds) }
  let position = UNMOVED
  for (let n = 0; n < 10; n++) {
    const decided = stepsAt(cycle, position, slot)
    if (decided.kind === 'send') position = decided.after
  }
  expect(position.nextGroup).toBe('group 10')
  expect(asked).toBeLessThan(50)
})

test('of several steps a group gets its own ones in their order', () => {
  const before = rotation('AB', { mode: 'own_place', stepsPerSlot: 1 })
  const { position } = run(before, 1)
  const after = rotation('AB', { mode: 'own_place', stepsPerSlot: 2, groupIds: ['choir', 'band'] })
  expect(run(after, 1, carryOver(before, after, position)).said).toEqual([
    'B>choir A>band A>choir B>band',
  ])
})
