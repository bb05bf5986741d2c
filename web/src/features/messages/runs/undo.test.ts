import type { Exception, Message } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { undoOf } from './undo.ts'

const slotAt = '2026-06-02T07:00:00.000Z'
const local = '2026-06-02T09:00'
const schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily' as const, everyDays: 1, at: ['09:00'] },
}

const series = (...exceptions: Exception[]) => ({ schedule, exceptions }) as unknown as Message
const changed = { rev: 7 } as Message

test('a run that was as planned is put back by itself', () => {
  const other = {
    slotAt: '2026-06-03T07:00:00.000Z',
    local: '2026-06-03T09:00',
    skip: true as const,
  }
  expect(undoOf(series(other), slotAt, { skip: true }, changed)).toEqual({
    change: { restore: true },
  })
})

test.for<[what: string, exceptions: Exception[]]>([
  [
    'moved and with other words',
    [{ slotAt, local, moveTo: '2026-06-02T12:00', content: { kind: 'text', text: 'Then.' } }],
  ],
  [
    'with its own words, and others from it on',
    [
      { slotAt, local, content: { kind: 'text', text: 'Then.' } },
      { slotAt, local, content: { kind: 'text', text: 'Anew.' }, following: true },
    ],
  ],
])('a run that was %s is so again, and no other', ([, exceptions]) => {
  const contents = exceptions.map(({ content, following }) => ({
    slotAt,
    content,
    ...(following ? { following } : {}),
  }))
  for (const what of [{ skip: true }, { restore: true }, { content: { text: 'Now.' } }] as const) {
    expect(undoOf(series(...exceptions), slotAt, what, changed)).toEqual({
      series: { rev: 7, schedule, contents },
    })
  }
})

test('what became a message of its own is taken back with it', () => {
  const what = { moveTo: '2026-06-02T12:00', following: true }
  expect(undoOf(series(), slotAt, what, { ...changed, continuedBy: 'other' })).toEqual({
    series: { rev: 7, schedule, contents: [], continuedBy: 'other' },
  })
})
