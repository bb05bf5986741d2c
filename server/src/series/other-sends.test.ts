import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import type { OtherSeries } from './other-sends-store.ts'
import { otherSends } from './other-sends.ts'

/** Every five minutes: 288 slots a day. */
const often: Schedule = {
  timeZone: 'UTC',
  rule: { kind: 'every', n: 5, unit: 'minute', anchor: '2026-06-01T00:00' },
}

/** What the groups of cycles that serve one group at a time get on a day so many days later. */
async function onDay(days: number, ...groupIds: OtherSeries['groupIds'][]) {
  const nextSlotAt = new Date('2026-06-01T00:00Z')
  const others = groupIds.map((ids) => ({
    spec: often,
    nextSlotAt,
    groupIds: ids,
    inTurn: true,
    steps: 1,
  }))
  const from = new Date(nextSlotAt.getTime() + days * 86_400_000)
  const until = new Date(from.getTime() + 86_400_000)
  const got: Record<string, { first: string; count: number }> = {}
  for await (const walked of otherSends(others, { from, until, letOthersRun: async () => {} })) {
    const { groupIds: ids, at } = walked
    for (const id of ids) got[id] = { first: at[0]!.toISOString().slice(11, 16), count: at.length }
  }
  return got
}

test('whose turn it is on a day to come is counted from now, however many slots that are', async () => {
  expect(await onDay(80, ['choir', null, 'band', null, 'club'])).toEqual({
    // 80 days are 23,040 slots, which is 4,608 times all five groups.
    choir: { first: '00:00', count: 58 },
    band: { first: '00:10', count: 58 },
    club: { first: '00:20', count: 57 },
  })
  expect(await onDay(1, ['choir', null, 'band', null, 'club'])).toEqual({
    // After 288 slots the fourth group is next.
    choir: { first: '00:10', count: 58 },
    band: { first: '00:20', count: 57 },
    club: { first: '00:05', count: 58 },
  })
})

test('cycles with very many slots before that day take nothing from those that are counted on it', async () => {
  const first = Array.from({ length: 40 }, (_, n) => [`first of ${n}`, null])
  const found = await onDay(60, ...first, ['last'])
  expect(Object.keys(found)).toHaveLength(41)
  expect(found['last']).toEqual({ first: '00:00', count: 288 })
})
