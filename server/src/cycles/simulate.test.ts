import { expect, test } from 'vitest'
import type { SimulatedGroup } from './lanes.ts'
import { UNMOVED } from './position.ts'
import type { Rotation } from './rounds.ts'
import { simulate, type Simulated } from './simulate.ts'

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
