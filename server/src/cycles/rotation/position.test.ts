import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, rotation, run, step, words } from '../../../test/rotations.ts'
import { carryOver } from './position.ts'
import { skipSlot } from './skip-and-jump.ts'

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

test('a group that is taken out and put back is where it was, also when it was next', () => {
  const before = rotation('ABC', { mode: 'own_place', groupIds: ['choir', 'band'] })
  const choirAlone = run(before, 1, undefined, ['band']).position
  const after = { ...before, groupIds: ['band'] }
  const without = run(after, 2, carryOver(before, after, choirAlone)).position
  expect(run(before, 1, carryOver(after, before, without)).said).toEqual(['B>choir C>band'])
  // While it was out, a message was removed: its turn passes to the one after it.
  const shorter = { ...after, steps: [step('A'), step('C')] }
  const back = { ...shorter, groupIds: ['choir', 'band'] }
  const carried = carryOver(shorter, back, carryOver(after, shorter, without))
  expect(run(back, 1, carried).said).toEqual(['C>choir+band'])

  const inTurn = { ...before, mode: 'one_group' as const, groupIds: ['choir', 'band', 'club'] }
  const bandIsNext = run(inTurn, 1).position
  const bandIsOut = { ...inTurn, groupIds: ['choir', 'club'] }
  const out = carryOver(inTurn, bandIsOut, bandIsNext)
  expect(run(inTurn, 1, carryOver(bandIsOut, inTurn, out)).said).toEqual(['A>band'])
  // Once another group had its turn, it waits for its own.
  const later = run(bandIsOut, 1, out).position
  expect(run(inTurn, 2, carryOver(bandIsOut, inTurn, later)).said).toEqual(['B>choir', 'A>band'])
  // An edit a round later gives it no second turn.
  const clubIsNext = run(inTurn, 2, carryOver(bandIsOut, inTurn, later)).position
  expect(run(inTurn, 1, carryOver(inTurn, inTurn, clubIsNext)).said).toEqual(['B>club'])
})

test('another mode goes on with the step that was next, and begins no round again', () => {
  const same = rotation('ABC', { groupIds: ['choir', 'band', 'club'] })
  const own = { ...same, mode: 'own_place' as const }
  const inTurn = { ...same, mode: 'one_group' as const }
  const bIsNext = run(same, 1).position
  expect(run(own, 1, carryOver(same, own, bIsNext)).said).toEqual(['B>choir+band+club'])
  expect(run(inTurn, 2, carryOver(same, inTurn, bIsNext)).said).toEqual(['B>choir', 'B>band'])
  // A group that is new with this edit begins with a round of its own.
  const wider = { ...own, groupIds: [...own.groupIds, 'quartet'] }
  expect(run(wider, 1, carryOver(same, wider, bIsNext)).said).toEqual([
    'B>choir+band+club A>quartet',
  ])
  // The group whose turn it is decides, or else what most groups wait for.
  const clubIsNext = run(inTurn, 2, carryOver(same, inTurn, bIsNext)).position
  expect(words(same, 2, carryOver(inTurn, same, clubIsNext))).toBe('B C')
  const choirIsBehind = run(own, 1, carryOver(same, own, bIsNext), ['choir']).position
  expect(words(same, 1, carryOver(own, same, choirIsBehind))).toBe('C')
  // A group that has got everything waits for nothing.
  const once = { ...own, order: 'once' as const }
  const choirIsLeft = run(once, 3, undefined, ['choir']).position
  const onceSame = { ...once, mode: 'same' as const }
  expect(words(onceSame, 2, carryOver(once, onceSame, choirIsLeft))).toBe('A B')
  expect(run(inTurn, 1, carryOver(own, inTurn, choirIsBehind)).said).toEqual(['B>choir'])
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

test.for([
  ['CABD', 'C D ended'],
  ['DCAB', 'D C ended'],
  ['ABXCD', 'X C D'],
  ['ABCE', 'C E ended'],
  ['BA', 'ended ended ended'],
] as const)(
  'in the last round what is left comes in the new order, after A and B of ABCD: %s',
  ([steps, left]) => {
    for (const last of [{ order: 'once' as const }, { ends: { rounds: 1 } }]) {
      const [before, after] = [rotation('ABCD', last), rotation(steps, last)]
      expect(words(after, 3, carryOver(before, after, run(before, 2).position))).toBe(left)
    }
  },
)

test('a step that is added once the last round is over comes, but not if the cycle has to be started again', () => {
  const once = { order: 'once' as const }
  const [before, after] = [rotation('AB', once), rotation('ABC', once)]
  const slot = { day: DAY, reachable: new Set(before.groupIds) }
  const over = skipSlot(before, run(before, 1).position, slot)
  expect(words(after, 2, carryOver(before, after, over))).toBe('C ended')
  expect(words(after, 1, carryOver(before, after, over, { hasStopped: true }))).toBe('ended')
})

test('however its last round is edited, each step comes once', () => {
  const all = fc.constantFrom(
    { order: 'once' as const },
    ...(['sequence', 'shuffle', 'weighted'] as const).map((order) => ({
      order,
      ends: { rounds: 1 },
    })),
  )
  const numbers = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(lists, all, seeds, fc.nat(), numbers, (ids, last, seed, moment, drawn) => {
      let cycle = rotation(
        ids.map((id) => step(id)),
        { ...last, seed },
      )
      let { said, position } = run(cycle, moment % ids.length)
      for (const n of [1, 2]) {
        const steps = [...cycle.steps, step(`new ${n}`)]
          .map((one, at) => ({ one, key: drawn[(at * n) % drawn.length]! }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        const after = { ...cycle, steps }
        position = carryOver(cycle, after, position)
        cycle = after
        const then = run(cycle, n === 1 ? moment % 3 : steps.length + 1, position)
        position = then.position
        said = [...said, ...then.said]
      }
      const words = said.filter((one) => one !== 'ended').toSorted()
      expect(words).toEqual(cycle.steps.map(({ id }) => id).toSorted())
    }),
    { numRuns: 1_000 },
  )
})
