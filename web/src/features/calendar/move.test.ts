import type { Send } from '@carillon/contract/calendar'
import { expect, test } from 'vitest'
import { isMovable, withMoved } from './move.ts'

const send = (id: string, local: string, more: Partial<Send> = {}): Send => ({
  source: 'message',
  sourceId: id,
  kind: 'scheduled',
  text: id,
  status: 'planned',
  at: `${local}:00.000Z`,
  local,
  slotAt: `${local}:00.000Z`,
  occurrenceId: null,
  groups: 1,
  ...more,
})

const a = send('a', '2026-12-01T09:00')
const b = send('b', '2026-12-01T10:00')
const c = send('c', '2026-12-02T09:30')
const calendar = {
  timeZone: 'UTC',
  days: [
    { date: '2026-12-01', count: 60, sends: [a, b] },
    { date: '2026-12-02', count: 1, sends: [c] },
  ],
}
const shown = (days: typeof calendar.days) =>
  days.map(({ date, count, sends }) => [
    date,
    count,
    sends.map(({ sourceId }) => sourceId).join(''),
  ])

test('a send that moves leaves its day and stands in its new one by time', () => {
  const { days } = withMoved(calendar, {
    send: a,
    at: '2026-12-02T09:00:00.000Z',
    local: '2026-12-02T09:00',
  })
  expect(shown(days)).toEqual([
    ['2026-12-01', 59, 'b'],
    ['2026-12-02', 2, 'ac'],
  ])
})

test('a day comes when something moves there, and goes when nothing is left', () => {
  const { days } = withMoved(calendar, {
    send: c,
    at: '2026-12-05T09:30:00.000Z',
    local: '2026-12-05T09:30',
  })
  expect(shown(days)).toEqual([
    ['2026-12-01', 60, 'ab'],
    ['2026-12-05', 1, 'c'],
  ])
})

test('only what is still to come can be moved', () => {
  expect(isMovable(a)).toBe(true)
  expect(isMovable({ ...a, status: 'done' })).toBe(false)
  expect(isMovable({ ...a, changed: 'skipped' })).toBe(false)
  expect(isMovable({ ...a, source: 'cycle' })).toBe(true)
})
