import type { Cycle, CycleSummary } from '@carillon/contract/cycles'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { oneKey, receiveCycle } from './cache.ts'

const skipped = { every: 'week', exceptions: [{ local: '2026-11-29T04:00', skip: true }] }
const whole = { every: 'week', exceptions: [] }

const cycle = (rev: number, schedule: object) =>
  ({
    id: 'c',
    rev,
    editedRev: rev,
    status: 'active',
    nextAt: `2026-11-0${rev}T03:00:00.000Z`,
    progress: { sends: 0, round: 1 },
    groupIds: ['g', 'h'],
    schedule,
    steps: [],
    exceptions: [],
  }) as unknown as Cycle

/** The same as a live event has it. */
function eventOf(told: Cycle): CycleSummary {
  const { steps: _steps, exceptions: _exceptions, ...summary } = told
  return { ...summary, groupIds: ['g'], schedule: whole } as unknown as CycleSummary
}

const known = (queryClient: QueryClient) => queryClient.getQueryData<Cycle>(oneKey('c'))

test('219 a live event that comes before the answer leaves the parts it lacks as they were, with their revision', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(oneKey('c'), cycle(3, skipped))
  const after = cycle(4, whole)
  receiveCycle(queryClient, eventOf(after))
  expect(known(queryClient)).toMatchObject({
    rev: 4,
    nextAt: after.nextAt,
    editedRev: 3,
    schedule: skipped,
    groupIds: ['g', 'h'],
  })

  receiveCycle(queryClient, after)
  expect(known(queryClient)).toEqual(after)
})

test('an answer that is older than an event changes nothing', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(oneKey('c'), cycle(3, whole))
  receiveCycle(queryClient, cycle(2, skipped))
  expect(known(queryClient)).toEqual(cycle(3, whole))
})
