import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import { firstSlots } from '../schedule/rules.ts'
import { keepExceptions, type SlotContent } from './rules.ts'

const NOW = new Date('2026-06-01T08:00:00Z')

const daily = (at: string, rest: Partial<Schedule> = {}): Schedule => ({
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily', everyDays: 1, at: [at] },
  starts: '2026-06-01',
  ...rest,
})

const says = (day: string, text: string): SlotContent => ({
  source: 'cycle',
  sourceId: 'a cycle',
  slotAt: new Date(`${day}T07:00:00Z`),
  local: `${day}T09:00`,
  following: false,
  contentId: text,
  body: { kind: 'text', text },
})

test('what an edit of the timetable drops is told once for each run, with its time on the wall and its words', () => {
  const before = daily('09:00', {
    skips: ['2026-06-05T09:00'],
    moves: [{ from: '2026-06-04T09:00', to: '2026-06-04T11:00' }],
  })
  const contents = [says('2026-06-03', 'Owls.'), says('2026-06-04', 'Larks.')]
  const { dropped } = keepExceptions(before, daily('10:00'), contents, NOW)
  expect(dropped).toEqual([
    {
      slotAt: '2026-06-03T07:00:00.000Z',
      local: '2026-06-03T09:00',
      content: { kind: 'text', text: 'Owls.' },
    },
    {
      slotAt: '2026-06-04T07:00:00.000Z',
      local: '2026-06-04T09:00',
      moveTo: '2026-06-04T11:00',
      content: { kind: 'text', text: 'Larks.' },
    },
    { slotAt: '2026-06-05T07:00:00.000Z', local: '2026-06-05T09:00', skip: true },
  ])
})

test('a run that so comes back meets no other that was moved to its own time: that one comes back as well', () => {
  const before = daily('09:00', {
    rule: { kind: 'daily', everyDays: 1, at: ['09:00', '10:00'] },
    moves: [
      { from: '2026-06-04T09:00', to: '2026-06-04T10:00' },
      { from: '2026-06-04T10:00', to: '2026-06-04T11:00' },
    ],
  })
  const at = ['09:00', '10:00', '11:00']
  const after = { ...before, rule: { kind: 'daily' as const, everyDays: 1, at } }
  const { schedule, dropped } = keepExceptions(before, after, [], NOW)
  expect(schedule.moves).toBeUndefined()
  expect(dropped.map(({ local, moveTo }) => [local, moveTo])).toEqual([
    ['2026-06-04T09:00', '2026-06-04T10:00'],
    ['2026-06-04T10:00', '2026-06-04T11:00'],
  ])
})

test('a run that was moved to where the edited timetable has another one comes at its own time again, which is told', () => {
  const before = daily('09:00', { moves: [{ from: '2026-06-04T09:00', to: '2026-06-04T11:00' }] })
  const after = {
    ...before,
    rule: { kind: 'daily' as const, everyDays: 1, at: ['09:00', '11:00'] },
  }
  const { schedule, dropped } = keepExceptions(before, after, [says('2026-06-04', 'Larks.')], NOW)
  expect(schedule.moves).toBeUndefined()
  expect(dropped).toEqual([
    { slotAt: '2026-06-04T07:00:00.000Z', local: '2026-06-04T09:00', moveTo: '2026-06-04T11:00' },
  ])
})

test.for<[what: string, sends: readonly ('skips' | 'moves')[]]>([
  ['leaves them out', []],
  ['repeats them, as the editor does', ['skips', 'moves']],
])(
  'runs that were skipped or moved, and are over, change no run of another time zone, if the edit %s',
  ([, sends]) => {
    const before: Schedule = {
      timeZone: 'Asia/Tokyo',
      rule: { kind: 'daily', everyDays: 1, at: ['12:00', '14:00'] },
      starts: '2026-06-01',
      skips: ['2026-06-01T12:00', '2026-06-02T12:00'],
      moves: [{ from: '2026-06-01T14:00', to: '2026-06-01T15:00' }],
    }
    const { skips: _, moves: __, ...rule } = before
    const repeated = Object.fromEntries(sends.map((one) => [one, before[one]]))
    const after = { ...rule, ...repeated, timeZone: 'UTC' }
    const { schedule, dropped } = keepExceptions(before, after, [], NOW)
    expect(schedule).toEqual({ ...rule, timeZone: 'UTC', skips: ['2026-06-02T12:00'] })
    expect(dropped).toEqual([])
  },
)

test.for(['leaves the moves out', 'repeats them'])(
  'a run that was moved to an earlier time and is over is not sent again in another time zone, if the edit %s',
  (how) => {
    const moves = [{ from: '2026-06-02T09:00', to: '2026-06-01T09:30' }]
    const before = daily('09:00', { moves })
    const after = { ...daily('09:00'), timeZone: 'America/New_York' }
    const edited = how === 'repeats them' ? { ...after, moves } : after
    const { schedule, dropped } = keepExceptions(before, edited, [], NOW)
    expect(firstSlots(schedule, NOW, 2).map(({ local }) => local)).toEqual([
      '2026-06-01T09:00',
      '2026-06-03T09:00',
    ])
    expect(dropped).toEqual([])
    // Back in its first zone it is still over.
    const { schedule: back } = keepExceptions(schedule, daily('09:00'), [], NOW)
    expect(back.moves).toEqual(moves)
  },
)

test('a run that was moved to a time that is over in another time zone comes at its own time again, which is told', () => {
  const move = { from: '2026-06-02T09:00', to: '2026-06-01T16:00' }
  const before = daily('09:00', { moves: [move] })
  const after = { ...daily('09:00'), timeZone: 'Asia/Tokyo' }
  const { schedule, dropped } = keepExceptions(before, after, [], NOW)
  expect(firstSlots(schedule, NOW, 1)).toMatchObject([{ local: move.from }])
  expect(dropped).toEqual([
    { slotAt: '2026-06-02T00:00:00.000Z', local: move.from, moveTo: move.to },
  ])
})
