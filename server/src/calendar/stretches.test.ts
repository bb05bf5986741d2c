import { expect, test } from 'vitest'
import { stretchesOf, type Unlisted } from './stretches.ts'

const MINUTE = 60_000
const start = Date.parse('2026-06-01T00:00:00Z')

const send = (sourceId: string, minute: number, more: Partial<Unlisted> = {}): Unlisted => ({
  source: 'cycle',
  sourceId,
  at: start + minute * MINUTE,
  slotAt: null,
  status: 'planned',
  reason: null,
  occurrenceId: null,
  willSkip: false,
  ...more,
})

test('sends of one status that follow each other closely are one stretch, whatever comes between', () => {
  const day = Array.from({ length: 40 }, (_, n) =>
    n % 2 ? send('a', n, { status: 'failed' }) : send('a', n, { status: 'done', sent: 1 }),
  )
  const late = { status: 'skipped' as const, reason: 'late' }
  const told = stretchesOf([
    ...day,
    send('a', 90),
    send('a', 91, { willSkip: true }),
    send('b', 91, late),
  ])
  expect(told.map(({ from, to, ...one }) => [from.slice(11, 16), to.slice(11, 16), one])).toEqual([
    ['00:00', '00:38', { sourceId: 'a', status: 'done', count: 20 }],
    ['00:01', '00:39', { sourceId: 'a', status: 'failed', count: 20 }],
    ['01:30', '01:30', { sourceId: 'a', status: 'planned', count: 1 }],
    ['01:31', '01:31', { sourceId: 'a', status: 'planned', willSkip: true, count: 1 }],
    ['01:31', '01:31', { sourceId: 'b', status: 'skipped', missed: true, count: 1 }],
  ])
})

test('if there are too many stretches, they get longer, and none is lost', () => {
  const sends = Array.from({ length: 200 }, (_, id) =>
    Array.from({ length: 48 }, (_, n) => send(`${id}`, n * 30)),
  ).flat()
  const told = stretchesOf(sends)
  expect(told).toHaveLength(200)
  expect(told.every(({ count }) => count === 48)).toBe(true)
})
