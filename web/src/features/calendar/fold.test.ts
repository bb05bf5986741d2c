import type { Send } from '@carillon/contract/calendar'
import { expect, test } from 'vitest'
import { aimedAt, fitted, hourOf, rowsOf, type Row } from './fold.ts'

const FEW = 3

const send = (sourceId: string, time: string, more: Partial<Send> = {}) =>
  ({
    sourceId,
    kind: 'automated',
    text: sourceId,
    status: 'planned',
    at: `2026-12-01T${time}:00.000Z`,
    local: `2026-12-01T${time}`,
    groups: 1,
    ...more,
  }) as Send

/** A day of a message that goes out every 20 minutes, 72 times. */
const dense = (of: (n: number) => Partial<Send> = () => ({})) =>
  Array.from({ length: 72 }, (_, n) => {
    const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
    return send('dense', `${two(n / 3)}:${two((n % 3) * 20)}`, of(n))
  })

const day = (...sends: Send[]) => ({
  sends: sends.toSorted((a, b) => a.local.localeCompare(b.local)),
})

const told = (rows: readonly Row[]) =>
  rows.map(({ send, fold }) => (fold ? `${fold.count}× ${send.text}` : send.text))

test('a series that goes out often is one row, after what is rare; the rarer series is first', () => {
  const hourly = dense().filter((_, n) => n % 3 === 0)
  const rows = rowsOf(
    day(
      ...dense(),
      ...hourly.map((one) => ({ ...one, sourceId: 'hourly', text: 'hourly' })),
      send('evening', '20:05'),
      send('thrice', '06:00'),
      send('thrice', '12:00'),
      send('thrice', '18:00'),
    ),
    FEW,
    'UTC',
  )
  expect(told(rows)).toEqual(['thrice', 'thrice', 'thrice', 'evening', '24× hourly', '72× dense'])
  expect(rows.at(-1)?.fold?.span).toEqual({ first: '2026-12-01T00:00', last: '2026-12-01T23:40' })
})

test('the row of a series has how many of its sends are in each state, what needs a look first', () => {
  const states = (sends: Send[]) =>
    rowsOf({ sends }, FEW, 'UTC')[0]?.fold?.states.map(({ count, label }) => `${count} ${label}`)
  expect(
    states(
      dense((n) =>
        n < 20
          ? { status: 'skipped' }
          : n < 22
            ? { status: 'failed' }
            : n === 22
              ? { status: 'skipped', missed: true }
              : n < 40
                ? { status: 'done' }
                : n === 40
                  ? { status: 'sending', waitsUntil: '2026-12-01T14:00:00.000Z' }
                  : {},
      ),
    ),
  ).toEqual(['2 Failed', '1 Missed', '32 Upcoming', '17 Sent', '20 Skipped'])
})

test('what is not listed counts in the row of its series, with its states and times', () => {
  const [listed, rest] = [dense().slice(0, 2), dense().slice(2)]
  const stretch = (some: Send[], more = {}) => ({
    sourceId: 'dense',
    status: 'planned' as const,
    from: some[0]!.at,
    to: some.at(-1)!.at,
    count: some.length,
    hours: Array.from(
      { length: 24 },
      (_, hour) => some.filter(({ local }) => Number(local.slice(11, 13)) === hour).length,
    ),
    ...more,
  })
  const part = {
    sends: listed,
    unlisted: [
      stretch(rest.slice(0, 60)),
      stretch(rest.slice(60, 68), { willSkip: true }),
      stretch(rest.slice(68), { status: 'failed' }),
    ],
  }
  const [row] = rowsOf(part, FEW, 'Europe/Berlin')
  expect(row?.fold).toEqual({
    count: 72,
    // What is not listed has instants only.
    span: { first: '2026-12-01T00:00', last: '2026-12-02T00:40' },
    states: [
      { label: 'Failed', tone: 'danger', count: 2 },
      { label: 'Will be skipped', tone: 'warn', count: 8 },
      { label: 'Upcoming', tone: 'info', count: 62 },
    ],
  })
  // Of a day of which not all were counted, the last one is not known.
  expect(rowsOf({ ...part, atLeast: true }, FEW, 'UTC')[0]?.fold?.span).toBeUndefined()
  // An hour of which none is listed is named by the day.
  const [hour, ...others] = rowsOf(hourOf(part, '23'), 2, 'UTC')
  expect([told([hour!]), hour?.fold?.span, others]).toEqual([['3× dense'], undefined, []])
  expect(hour?.fold?.states).toEqual([
    { label: 'Failed', tone: 'danger', count: 2 },
    { label: 'Will be skipped', tone: 'warn', count: 1 },
  ])
})

test('what is rare has room first, one of each source, and what is left out says how many failed', () => {
  const failed = dense((n) => ({ status: n === 60 ? 'failed' : 'done' }))
  const rare = ['a', 'b', 'c', 'c'].map((id, n) => send(id, `1${n}:00`))
  const fit = (sends: Send[], room: number) => {
    const all = { rows: room, few: FEW, count: sends.length }
    const { shown, ...rest } = fitted({ sends }, all, 'UTC')
    return [told(shown), rest]
  }
  const others = [send('d', '20:00'), send('e', '21:00', { status: 'failed' })]
  expect(fit([...failed, ...rare, ...others], 3)).toEqual([
    ['a', 'b', 'c'],
    { rest: 75, failed: 2 },
  ])
  expect(fit([...failed, ...rare.slice(0, 2)], 3)).toEqual([
    ['a', 'b', '72× dense'],
    { rest: 0, failed: 0 },
  ])
  // A fourth row needs the space of the line that would tell of it.
  expect(fit([...failed, ...rare.slice(0, 3)], 3)).toEqual([
    ['a', 'b', 'c', '72× dense'],
    { rest: 0, failed: 0 },
  ])
  expect(fit([...rare, ...others], 3)).toEqual([['a', 'b', 'c'], { rest: 3, failed: 1 }])
  // Two sends of one series are one row where all are shown by that.
  expect(fit([...rare, ...others.slice(1)], 3)).toEqual([
    ['a', 'b', 'e', '2× c'],
    { rest: 0, failed: 0 },
  ])
})

test('the sheet of a day begins at what failed of a series, or else at what is next', () => {
  const at = (status: (n: number) => Send['status'], within = '2026-12-01') =>
    aimedAt(
      dense((n) => ({ status: status(n) })),
      { sourceId: 'dense', within },
    )?.local.slice(11)
  expect(at((n) => (n < 30 ? 'done' : 'planned'))).toBe('10:00')
  expect(at((n) => (n === 50 ? 'failed' : 'planned'))).toBe('16:40')
  expect(at(() => 'done')).toBe('00:00')
  expect(at(() => 'planned', '2026-12-01T09')).toBe('09:00')
})
