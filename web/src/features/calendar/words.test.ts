import type { Send } from '@carillon/contract/calendar'
import { expect, test } from 'vitest'
import { goesAt, isInQuiet, sendWords } from './sends.ts'
import { dayCountWords, foldWords, hiddenWords, laterWords, moreWords, noteOf } from './words.ts'

const send = (more: Partial<Send> = {}): Send => ({
  source: 'message',
  sourceId: 'a',
  kind: 'scheduled',
  text: 'Rehearsal',
  status: 'planned',
  at: '2026-12-07T22:30:00.000Z',
  local: '2026-12-07T22:30',
  slotAt: null,
  occurrenceId: null,
  groups: 2,
  ...more,
})

const until = '2026-12-08T08:00:00.000Z'

test('what quiet hours delay in all groups is told with the time at which it goes', () => {
  const quiet = { held: 2, skipped: 0, until }
  expect(goesAt(send({ quiet }))).toBe(until)
  expect(laterWords(send({ quiet }), 'UTC')).toMatch(/^Tue 8:00.AM$/)
  expect(isInQuiet(send({ quiet }))).toBe(true)
  // One group gets it at its own time, and the other one never, so the first send is at that time.
  expect(laterWords(send({ quiet: { ...quiet, held: 1 } }), 'UTC')).toBe('')
  expect(laterWords(send({ quiet: { ...quiet, held: 1, skipped: 1 } }), 'UTC')).not.toBe('')
  expect(laterWords(send(), 'UTC')).toBe('')
  expect(isInQuiet(send({ quiet: { ...quiet, held: 1 } }))).toBe(false)
})

test('what a daily limit keeps back in all groups is told as waiting or skipped', () => {
  const midnight = send({ limit: { held: 2, skipped: 0, until } })
  expect(sendWords(midnight).label).toBe('Waiting')
  expect(goesAt(midnight)).toBe(until)
  expect(isInQuiet(midnight)).toBe(false)
  const over = send({ limit: { held: 0, skipped: 2 } })
  expect(sendWords(over)).toEqual({ label: 'Will be skipped', tone: 'warn' })
  expect(noteOf(over, 'UTC')).toBe('Daily limit: not sent to 2 groups.')
  const both = send({
    quiet: { held: 1, skipped: 0, until },
    limit: { held: 1, skipped: 0, until: '2026-12-08T00:00:00.000Z' },
  })
  expect(goesAt(both)).toBe('2026-12-08T00:00:00.000Z')
  // One group gets it at its time.
  const some = send({ limit: { held: 0, skipped: 1 } })
  expect(sendWords(some).label).toBe('Upcoming')
  expect(sendWords({ status: 'planned' }).label).toBe('Upcoming')
})

test('what waits says until when, and why', () => {
  const waits = send({ status: 'sending', waitsUntil: '2026-12-07T23:15:00.000Z' })
  expect(laterWords(waits, 'UTC')).toMatch(/^11:15.PM$/)
  expect(noteOf({ ...waits, waitsFor: 'gap' }, 'UTC')).toMatch(
    /^Waits at least until 11:15.PM: the minimum gap of the group\.$/,
  )
  expect(isInQuiet({ ...waits, waitsFor: 'quiet_hours' })).toBe(true)
  expect(isInQuiet({ ...waits, waitsFor: 'gap' })).toBe(false)
})

test('what no group can get now is told so while it is to come', () => {
  expect(sendWords(send({ unreachable: true })).label).toBe('Reaches no group')
})

test('what is not listed has one plus, before its number if that is exact', () => {
  expect(moreWords(1_200, undefined)).toBe('+1,200 more')
  expect(moreWords(150, { atLeast: true })).toBe('150+ more')
})

test('a series in one row says when it goes and how many are in each state', () => {
  const states = [
    { label: 'Failed', tone: 'danger' as const, count: 1 },
    { label: 'Reaches no group', tone: 'warn' as const, count: 1_200 },
  ]
  expect(foldWords({ count: 1_201, states })).toBe('1 failed, 1,200 reach no group')
  const span = { first: '2026-12-01T00:00', last: '2026-12-01T23:40' }
  expect(foldWords({ count: 1, span, states: states.slice(0, 1) })).toMatch(
    /^from 12:00.AM to 11:40.PM: 1 failed$/,
  )
})

test('what is not shown says how many of it failed', () => {
  expect(hiddenWords({ rest: 12, failed: 2 }, undefined)).toBe('+12 more, 2 failed')
  expect(hiddenWords({ rest: 640, failed: 0 }, { atLeast: true })).toBe('640+ more')
})

test('the number of sends of a day says how many of them are skipped', () => {
  const skipped = send({ status: 'skipped', changed: 'skipped' })
  const wordsOf = (...sends: Send[]) => dayCountWords({ count: sends.length, sends })
  expect(wordsOf(send(), send())).toBe('2 sends')
  expect(wordsOf(send(), skipped)).toBe('2 sends, one of them skipped')
  expect(wordsOf(send(), skipped, skipped)).toBe('3 sends, 2 of them skipped')
  expect(wordsOf(skipped)).toBe('1 send, skipped')
  // What was missed is called so.
  expect(wordsOf(send({ status: 'skipped', missed: true }))).toBe('1 send')
})
