import { expect, test } from 'vitest'
import type { SimulatedGroup } from './lanes.ts'
import { UNMOVED } from '../rotation/position.ts'
import type { Rotation } from '../rotation/rounds.ts'
import { simulate, type Simulated } from './engine.ts'

test('a slot that waits for the one before it gives way to the last that has come by then', async () => {
  const slow = { perSecond: 1 / 60, groupPerMinute: 1 }
  const groups = ['A', 'B', 'C'].map((groupId) => ({ ...group(groupId), pace: slow }))
  const { sends } = await simulate(
    {
      ...hourly(groups, { mode: 'same' }),
      schedule: {
        timeZone: 'UTC',
        rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-06-01T00:00' },
      },
      overlap: 'wait',
      until: new Date('2026-06-01T00:05:00Z'),
    },
    async () => {},
  )
  // Three groups take two minutes: the slot of the first one gives way to that of the second.
  const minutes = sends.map(({ slotAt, step }) => `${slotAt.slice(14, 16)} ${step}`)
  expect(minutes).toEqual(['00 0', '00 0', '00 0', '02 1', '02 1', '02 1'])
})

test('one group at a time, a simulation works out no more than what is said', async () => {
  const groups = Array.from({ length: 5_000 }, (_, n) => group(`group ${n}`))
  let slices = 0
  const { count, sends } = await simulate(
    hourly(groups, { mode: 'one_group' }),
    async () => void slices++,
  )
  expect(count).toBe(24)
  expect(sends.slice(0, 2).map(({ groupId }) => groupId)).toEqual(['group 0', 'group 1'])
  // Once before each slot, and once for the hundred groups or fewer that it says something to.
  expect(slices).toBe(48)
})

test('218 the next slots are told with their steps and groups, however many sends they have', async () => {
  const quietHours = { from: '01:00', to: '02:00', mode: 'hold' as const }
  const groups = [{ ...group('A'), quietHours }, { ...group('B'), dailyCap: 1 }, group('C')]
  const two = (mode: Rotation['mode']) => {
    const cycle = hourly(groups, { mode })
    return { ...cycle, rotation: { ...cycle.rotation, stepsPerSlot: 2 }, slotsMax: 3, sendsMax: 1 }
  }
  const all = await simulate(two('same'), async () => {})
  expect([all.sends.length, all.count, all.slots.length]).toEqual([1, 18, 3])
  const step = { steps: [0, 1], stepCount: 2 }
  expect(all.slots.slice(0, 2)).toMatchObject([
    { at: '2026-06-01T00:00:00.000Z', ...step, groups: 3, held: 0, skipped: 0 },
    {
      at: '2026-06-01T01:00:00.000Z',
      ...step,
      groups: 3,
      held: 1,
      heldUntil: '2026-06-01T02:00:00.000Z',
      skipped: 1,
    },
  ])
  const one = await simulate(two('one_group'), async () => {})
  expect(one.slots.map(({ groupId }) => groupId)).toEqual(['A', 'B', 'C'])
})

test('a full day lets what is due late in the evening wait for midnight, and what quiet hours hold is due when they end', async () => {
  const quietHours = { from: '10:00', to: '13:00', mode: 'hold' as const }
  const groups = [
    { ...group('full'), dailyCap: 2 },
    { ...group('quiet'), quietHours, minGapMinutes: 65 },
  ]
  const { sends } = await simulate(
    { ...hourly(groups, { mode: 'same' }), overlap: 'skip' },
    async () => {},
  )
  const of = (groupId: string, hour: number) =>
    sends.find(
      (one) =>
        one.groupId === groupId &&
        one.slotAt === `2026-06-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
    )
  expect(of('full', 1)).not.toHaveProperty('rule')
  expect(of('full', 2)).toMatchObject({ rule: 'cap', skipped: true })
  expect(of('full', 21)).toMatchObject({ rule: 'cap', skipped: true })
  expect(of('full', 22)).toMatchObject({ rule: 'cap', sentAt: '2026-06-02T00:00:00.000Z' })
  expect(of('full', 22)).not.toHaveProperty('skipped')
  // Three hours after its slot, which a gap alone may not delay for so long.
  expect(of('quiet', 10)).toMatchObject({ rule: 'quiet_hours', sentAt: '2026-06-01T13:00:00.000Z' })
  // At one the one of ten is still being sent.
  expect(of('quiet', 13)).toBeUndefined()
  expect(of('quiet', 14)).toMatchObject({ rule: 'gap', sentAt: '2026-06-01T14:05:00.000Z' })
})

const group = (groupId: string): SimulatedGroup => ({
  groupId,
  topics: [],
  accountId: 'account',
  status: 'active',
  quietHours: null,
  timeZone: 'UTC',
  title: 'Choir',
  channel: 'telegram-bot',
  connectionId: 'connection',
  connection: 'Bot',
  dailyCap: null,
  minGapMinutes: null,
  pace: { perSecond: 30, groupPerMinute: 20 },
})

const rest = { enabled: true, weight: 1, from: null, until: null, maxSends: null }

/** Two steps in turn every hour of the first of June. */
const hourly = (groups: SimulatedGroup[], change: Pick<Rotation, 'mode'>): Simulated => ({
  rotation: {
    order: 'sequence',
    steps: ['A', 'B'].map((id) => ({ id, ...rest })),
    groupIds: groups.map(({ groupId }) => groupId),
    stepsPerSlot: 1,
    seed: 7,
    ends: {},
    ...change,
  },
  position: UNMOVED,
  schedule: {
    timeZone: 'UTC',
    rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T00:00' },
  },
  overlap: 'wait',
  advanceOnSkip: false,
  groups,
  from: new Date('2026-06-01T00:00:00Z'),
  until: new Date('2026-06-02T00:00:00Z'),
  reworded: () => false,
  others: () => 0,
})
