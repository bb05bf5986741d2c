import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import { stepsToCome, type Walk } from './upcoming-steps.ts'
import { UNMOVED } from './rotation/position.ts'
import type { Rotation } from './rotation/rounds.ts'

const schedule: Schedule = {
  timeZone: 'UTC',
  rule: { kind: 'every', n: 15, unit: 'minute', anchor: '2026-06-01T00:00' },
}
const nextAt = new Date('2026-06-01T00:00:00Z')
const slotOf = (n: number) => nextAt.getTime() + n * 15 * 60_000

/** A cycle of A and B to so many groups, one at a time. */
function cycleTo(groups: number) {
  const groupIds = Array.from({ length: groups }, (_, n) => `group ${n}`)
  const rest = { enabled: true, weight: 1, from: null, until: null, maxSends: null }
  const rotation: Rotation = {
    order: 'sequence',
    mode: 'one_group',
    steps: ['A', 'B'].map((id) => ({ id, ...rest })),
    groupIds,
    stepsPerSlot: 1,
    seed: 7,
    ends: {},
  }
  const targets = groupIds.map((groupId) => ({
    groupId,
    topics: [],
    accountId: 'account',
    status: 'active' as const,
    quietHours: null,
    timeZone: 'UTC',
  }))
  return { row: { schedule, nextAt, advanceOnSkip: false }, rotation, position: UNMOVED, targets }
}

/** What slots to come say, and how often others could run in between. */
async function walk(groups: number, change: { wanted: number[] } & Partial<Walk>) {
  let pauses = 0
  const letOthersRun = async () => void pauses++
  const rest = { own: undefined, budget: { left: Infinity }, letOthersRun }
  const coming = await stepsToCome(cycleTo(groups), { ...rest, ...change })
  return { pauses, coming }
}

test('each slot to come is told with its step, as far as it is wanted', async () => {
  const { coming, pauses } = await walk(2, { wanted: [slotOf(0), slotOf(2), slotOf(3)] })
  expect([0, 2, 3].map((n) => coming.get(slotOf(n)))).toEqual(['A', 'B', 'B'])
  expect(pauses).toBe(4)
})

test('others run between any two slots of a cycle to thousands of groups', async () => {
  const { coming, pauses } = await walk(5_000, { wanted: [slotOf(95)] })
  expect(coming.get(slotOf(95))).toBe('A')
  expect(pauses).toBe(96)
})

test('all walks for one answer end after so many slots times groups', async () => {
  const budget = { left: 50_000 }
  const { coming, pauses } = await walk(5_000, { wanted: [slotOf(9), slotOf(95)], budget })
  expect([coming.has(slotOf(9)), coming.has(slotOf(95)), pauses]).toEqual([true, false, 10])
  expect(await walk(5_000, { wanted: [slotOf(0)], budget })).toMatchObject({ pauses: 0 })
})

test('what nobody wants is not walked', async () => {
  expect(await walk(5_000, { wanted: [] })).toMatchObject({ pauses: 0 })
})
