import type { Send } from '@carillon/contract/calendar'
import { expect, test } from 'vitest'
import {
  axisOf,
  foldedRows,
  marksOf,
  placeOn,
  rowsOf,
  ticksOf,
  withoutRepeated,
} from './timeline.ts'

const now = Date.parse('2026-12-07T10:30:00Z')

const send = (sourceId: string, at: string, status: Send['status'] = 'planned'): Send => ({
  source: 'message',
  sourceId,
  kind: 'automated',
  text: sourceId,
  status,
  at: `2026-12-${at}:00.000Z`,
  local: `2026-12-${at}`,
  slotAt: null,
  occurrenceId: null,
  groups: 1,
})

test('a series is one row; what comes next is first, what is over last', () => {
  const rows = rowsOf([
    send('over', '07T08:00', 'done'),
    send('hourly', '07T09:00', 'done'),
    send('late', '07T23:00'),
    send('hourly', '07T11:00'),
    send('hourly', '07T12:00'),
  ])
  expect(rows.map(({ sourceId, sends, next }) => [sourceId, sends.length, next?.at])).toEqual([
    ['hourly', 3, '2026-12-07T11:00:00.000Z'],
    ['late', 1, '2026-12-07T23:00:00.000Z'],
    ['over', 1, undefined],
  ])
})

test('a row that went wrong is never folded; of the rows that went well the oldest are', () => {
  const over = (n: number, status: Send['status'] = 'done') => send(`${n}`, `07T0${n}:00`, status)
  const shown = (...sends: Send[]) => foldedRows(rowsOf(sends), 3).map(({ sourceId }) => sourceId)
  const day = [over(1), over(2), over(3, 'failed'), over(4), over(5), over(6, 'partly'), over(7)]
  expect(shown(...day)).toEqual(['3', '5', '6', '7'])
  // If a send is still to come, the rows that went well are folded.
  expect(shown(...day, send('soon', '07T11:00'))).toEqual(['soon', '3', '6'])
})

test('the axis begins with the first send, or now, and ends 24 hours from now', () => {
  const axis = axisOf([send('a', '07T08:20', 'done')], now)
  expect(new Date(axis.from).toISOString()).toBe('2026-12-07T08:00:00.000Z')
  expect(axis.to).toBe(now + 86_400_000)
  expect(placeOn(axis, axis.from)).toBe(0)
  expect(placeOn(axis, axis.to + 1)).toBe(100)
  expect(axisOf([], now).from).toBe(Date.parse('2026-12-07T10:00:00Z'))
})

test('hours are those of the wall clock, also where it is half an hour off or changes that night', () => {
  const hours = (from: string, zone: string) => {
    const start = Date.parse(from)
    return ticksOf({ from: start, to: start + 86_400_000 }, zone).map(({ local }) =>
      local.slice(11),
    )
  }
  // A label at an end of the axis would not stand at its time.
  const all = ['15:00', '18:00', '21:00', '00:00', '03:00', '06:00', '09:00']
  expect(hours('2026-12-07T12:00:00Z', 'UTC')).toEqual(all)
  expect(hours('2026-12-07T06:30:00Z', 'Asia/Kolkata')).toEqual(all)
  // The clocks of Berlin skip from 2 to 3 on 28 March: a day from noon ends at 13.
  expect(hours('2027-03-27T11:00:00Z', 'Europe/Berlin')).toEqual([...all, '12:00'])
  expect(hours('2026-12-07T11:00:00Z', 'UTC')).toEqual(['12:00', ...all])
})

test('a send that waits for quiet hours is shown where they end', () => {
  const waits = { ...send('a', '07T10:00', 'sending'), waitsUntil: '2026-12-07T20:00:00.000Z' }
  const axis = axisOf([waits], now)
  expect(marksOf([waits, send('a', '07T15:00')], axis)).toMatchObject([
    { place: placeOn(axis, Date.parse('2026-12-07T15:00:00Z')), status: 'planned' },
    { place: placeOn(axis, Date.parse('2026-12-07T20:00:00Z')), status: 'planned' },
  ])
  expect(rowsOf([waits, send('b', '07T15:00')]).map(({ sourceId }) => sourceId)).toEqual(['b', 'a'])
  // It is the same before it is due.
  const quiet = { held: 1, skipped: 0, until: '2026-12-07T20:00:00.000Z' }
  expect(marksOf([{ ...send('a', '07T12:00'), quiet }], axis)).toMatchObject([
    { place: placeOn(axis, Date.parse('2026-12-07T20:00:00Z')) },
  ])
})

test('what was deleted from all of its groups is not marked as sent', () => {
  const sent = send('a', '07T11:00', 'done')
  const marks = (deleted: 'all' | 'some') =>
    marksOf([{ ...sent, deleted }], axisOf([], now)).map(({ status }) => status)
  expect(marks('all')).toEqual(['skipped'])
  expect(marks('some')).toEqual(['done'])
})

test('sends that are too close to see apart are one mark, which shows the worst status', () => {
  const axis = axisOf([], now)
  const close = [
    send('a', '07T11:00', 'done'),
    send('a', '07T11:05', 'failed'),
    send('a', '07T20:00'),
  ]
  expect(marksOf(close, axis).map(({ status }) => status)).toEqual(['failed', 'planned'])
})

test('sends that are not listed have marks as far as they go, and count', () => {
  const stretch = (from: string, to: string, status: Send['status'], count: number) => ({
    sourceId: 'a',
    status,
    from: `2026-12-${from}:00.000Z`,
    to: `2026-12-${to}:00.000Z`,
    count,
  })
  const unlisted = [
    stretch('07T00:00', '07T10:29', 'done', 630),
    stretch('07T13:50', '08T10:30', 'planned', 1_240),
    stretch('07T02:00', '07T02:00', 'failed', 1),
  ]
  const sends = [send('a', '07T10:31'), send('a', '07T13:49'), send('b', '08T09:00')]
  const axis = axisOf(sends, now, unlisted)
  expect(new Date(axis.from).toISOString()).toBe('2026-12-07T00:00:00.000Z')
  const [row, other] = rowsOf(sends, unlisted)
  expect([row!.count, other!.count]).toEqual([1_873, 1])
  const marks = marksOf(row!.sends, axis, row!.rest)
  expect([marks[0]!.status, marks.at(-1)!.status]).toEqual(['done', 'planned'])
  expect([marks[0]!.place, marks.at(-1)!.place]).toEqual([0, expect.closeTo(100, -0.5)])
  expect(marks.filter(({ status }) => status === 'failed')).toHaveLength(1)
  // One mark is beside the other, but for the three hours of which only two sends are listed here.
  const wide = marks.filter(({ place }, n) => n > 0 && place - marks[n - 1]!.place > 1.6)
  expect(wide).toHaveLength(1)
  expect(marks.length).toBeGreaterThan(60)
  // What went wrong is not folded, also where it is not listed.
  const over = rowsOf([send('a', '07T10:00', 'done')], [unlisted[2]!])
  expect(foldedRows([...over, ...rowsOf([send('b', '08T09:00')])], 1).length).toBe(2)
})

test('a message that reached nobody or only some groups, and was sent again to the rest, counts once', () => {
  const failed: Send = { ...send('a', '07T09:00', 'failed'), kind: 'scheduled' }
  const again: Send = { ...send('a', '07T10:00', 'done'), kind: 'scheduled' }
  expect(withoutRepeated([failed, again])).toEqual([again])
  const failedTwice = [failed, { ...again, status: 'failed' as const }]
  expect(withoutRepeated(failedTwice)).toEqual(failedTwice)
  const partly = { ...failed, status: 'partly' as const }
  expect(withoutRepeated([partly, again])).toEqual([again])
  const partlyTwice = [partly, { ...again, status: 'partly' as const }]
  expect(withoutRepeated(partlyTwice)).toEqual(partlyTwice)
  // Nothing replaces a run of a series or another message.
  for (const other of [
    { ...failed, kind: 'automated' as const },
    { ...failed, sourceId: 'b' },
  ]) {
    expect(withoutRepeated([other, again])).toEqual([other, again])
  }
})
