import { expect, test } from 'vitest'
import type { SimulatedGroup } from './lanes.ts'
import { UNMOVED } from './position.ts'
import { simulate } from './simulate.ts'

test('one group at a time, a simulation works out no more than what is said', async () => {
  const groups = Array.from({ length: 5_000 }, (_, n): SimulatedGroup => ({
    groupId: `group ${n}`,
    topics: [],
    accountId: 'account',
    status: 'active',
    quietHours: null,
    timeZone: 'UTC',
    title: `Choir ${n}`,
    channel: 'telegram-bot',
    connectionId: 'connection',
    connection: 'Bot',
    dailyCap: null,
    minGapMinutes: null,
    pace: { perSecond: 30, groupPerMinute: 20 },
  }))
  const rest = { enabled: true, weight: 1, from: null, until: null, maxSends: null }
  let slices = 0
  const { count, sends } = await simulate(
    {
      rotation: {
        order: 'sequence',
        mode: 'one_group',
        steps: ['A', 'B'].map((id) => ({ id, ...rest })),
        groupIds: groups.map(({ groupId }) => groupId),
        stepsPerSlot: 1,
        seed: 7,
        ends: {},
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
    },
    async () => void slices++,
  )
  expect(count).toBe(24)
  expect(sends.slice(0, 2).map(({ groupId }) => groupId)).toEqual(['group 0', 'group 1'])
  // Once before each slot, and once for the hundred groups or fewer that it says something to.
  expect(slices).toBe(48)
})
