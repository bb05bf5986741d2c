import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rotation, run, step, words } from '../../test/rotations.ts'
import { carryOver } from './position.ts'

const orders = fc.constantFrom('shuffle' as const, 'weighted' as const)
const seeds = fc.nat(2 ** 31)
const lists = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 12,
})

test('a step that is removed while it is next passes the turn to the one after it', () => {
  const before = rotation('ABCD')
  const { position } = run(before, 1)
  const after = rotation('ACD')
  expect(words(after, 3, carryOver(before, after, position))).toBe('C D A')
  const end = run(before, 3).position
  expect(words(rotation('ABC'), 2, carryOver(before, rotation('ABC'), end))).toBe('A B')
})

test('reordering stays on the step that is next; what is added comes in its place', () => {
  const before = rotation('ABCD')
  const { position } = run(before, 2)
  const reordered = rotation('DCAB')
  expect(words(reordered, 4, carryOver(before, reordered, position))).toBe('C A B D')
  const added = rotation('ABXCYD')
  expect(words(added, 4, carryOver(before, added, position))).toBe('C Y D A')
})

test('a group that is removed while it is next passes the turn to the one after it', () => {
  const before = rotation('AB', { mode: 'one_group', groupIds: ['choir', 'band', 'club'] })
  const { position } = run(before, 1)
  const after = { ...before, groupIds: ['choir', 'club'] }
  expect(run(after, 2, carryOver(before, after, position)).said).toEqual(['A>club', 'B>choir'])
})

test('an edit of a shuffled or weighted round leaves out none that stays, and repeats none', () => {
  fc.assert(
    fc.property(lists, orders, seeds, fc.nat(), fc.nat(), (ids, order, seed, removed, moment) => {
      const steps = ids.map((id) => step(id))
      const before = rotation(steps, { order, seed })
      const slots = moment % (3 * ids.length)
      const { said, position } = run(before, slots)
      const inRound = said.slice(slots - (slots % ids.length))
      const gone = ids[removed % ids.length]!
      const after = rotation([...steps.filter(({ id }) => id !== gone), step('new one')], {
        order,
        seed,
      })
      const left = ids.filter((id) => id !== gone && !inRound.includes(id))
      const then = run(after, left.length + 1, carryOver(before, after, position)).said
      expect(
        then
          .filter((id) => left.includes(id))
          .slice(0, left.length)
          .toSorted(),
      ).toEqual(left.toSorted())
    }),
    { numRuns: 1_000 },
  )
})
