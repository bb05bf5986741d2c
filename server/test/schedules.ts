import type { Schedule } from '@carillon/contract/schedule'
import { type Rule, Weekday } from '@carillon/contract/schedule/rule'
import fc from 'fast-check'
import { HARD_DAYS, HARD_DAYS_COUNT, localAt, minutesOf } from './wall-table.ts'

const DAY = 1_440

/** Days from the first of the hard ones in which a schedule may name something. */
type Span = { zone: string; first: number }

/** Any schedule of a zone that stays within its hard days: what it means there `oracle` tells. */
export function anySchedule(
  zone: string,
): fc.Arbitrary<Schedule & { starts: string; seed: number }> {
  const span = { zone, first: minutesOf(`${HARD_DAYS.find(([name]) => name === zone)![1]}T00:00`) }
  return fc
    .record({
      rule: fc.oneof(once(span), weekly, every(span), daily, monthly, dates(span), cron),
      starts: date(span, 0, 40),
      ends: fc.option(
        fc.oneof(
          fc.record({ on: date(span, 40, HARD_DAYS_COUNT - 1) }),
          fc.record({ after: fc.integer({ min: 1, max: 60 }) }),
        ),
        { nil: undefined },
      ),
      blackouts: fc.array(
        fc.tuple(date(span, 0, 380), fc.integer({ min: 0, max: 12 })).map(([from, length]) => ({
          from,
          to: localAt(minutesOf(`${from}T00:00`) + length * DAY).slice(0, 10),
        })),
        { maxLength: 3 },
      ),
      jitterMinutes: fc.integer({ min: 0, max: 30 }),
      seed: fc.nat(),
    })
    .map(({ ends, ...schedule }) => ({ timeZone: zone, ...schedule, ...(ends ? { ends } : {}) }))
}

/**
 * The same with some of its slots skipped and moved, and some exceptions to slots that it does not
 * have. `locals` are what there is to choose from.
 */
export function anyExceptions(
  schedule: Schedule,
  locals: readonly string[],
): fc.Arbitrary<Schedule> {
  const first = minutesOf(`${HARD_DAYS.find(([name]) => name === schedule.timeZone)![1]}T00:00`)
  const there = locals.length > 0 ? fc.constantFrom(...locals) : local({ zone: '', first })
  const named = fc.oneof({ weight: 4, arbitrary: there }, local({ zone: '', first }))
  return fc
    .record({
      skips: fc.uniqueArray(named, { maxLength: 4 }),
      moves: fc.uniqueArray(
        fc.record({ from: named, to: fc.oneof(local({ zone: '', first }), there) }),
        {
          maxLength: 4,
          selector: ({ from }) => from,
        },
      ),
    })
    .map(({ skips, moves }) => ({
      ...schedule,
      skips,
      // One time is not skipped and moved, nor moved to itself: the contract refuses that.
      moves: moves.filter(({ from, to }) => from !== to && !skips.includes(from)),
    }))
}

/** A time in the hard days of a zone: half of them around the hours in which clocks change. */
const local = ({ first }: Span): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max: HARD_DAYS_COUNT - 10 }), minute)
    .map(([day, minute]) => localAt(first + day * DAY + minute))

const minute = fc.oneof(
  fc.integer({ min: 0, max: DAY - 1 }),
  fc.integer({ min: 0, max: 16 }).map((quarter) => quarter * 15),
  fc.constantFrom(1, 23 * 60 + 30, 23 * 60 + 59),
)

const date = ({ first }: Span, min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((day) => localAt(first + day * DAY).slice(0, 10))

const times = fc.array(
  minute.map((n) => localAt(n).slice(11)),
  { minLength: 1, maxLength: 4 },
)
const weekday = fc.constantFrom(...Weekday.options)
const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 })

const once = (span: Span): fc.Arbitrary<Rule> =>
  fc.record({ kind: fc.constant('once'), at: local(span) })

const weekly: fc.Arbitrary<Rule> = fc.record({
  kind: fc.constant('weekly'),
  days: weekdays,
  at: times,
  everyWeeks: fc.integer({ min: 1, max: 5 }),
})

const every = (span: Span): fc.Arbitrary<Rule> => {
  const rule = {
    kind: fc.constant('every' as const),
    n: fc.oneof(fc.integer({ min: 5, max: 200 }), fc.integer({ min: 1, max: 3_000 })),
    unit: fc.constantFrom('minute' as const, 'hour' as const),
    anchor: local(span),
  }
  const window = fc
    .record({ from: minute, to: minute, days: weekdays })
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, days }) => ({
      from: localAt(from).slice(11),
      to: localAt(to).slice(11),
      days,
    }))
  return fc.oneof(fc.record(rule), fc.record({ ...rule, window }))
}

const daily: fc.Arbitrary<Rule> = fc.record({
  kind: fc.constant('daily'),
  everyDays: fc.integer({ min: 1, max: 20 }),
  at: times,
})

const monthly: fc.Arbitrary<Rule> = fc.record({
  kind: fc.constant('monthly'),
  on: fc.oneof(
    fc.record({ day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const)) }),
    fc.record({ nth: fc.constantFrom(1, 2, 3, 4, 5, 'last' as const), weekday }),
  ),
  at: times,
  everyMonths: fc.integer({ min: 1, max: 4 }),
})

const dates = (span: Span): fc.Arbitrary<Rule> =>
  fc.record({
    kind: fc.constant('dates'),
    at: fc.array(local(span), { minLength: 1, maxLength: 20 }),
  })

/** One field of numbers, ranges and steps, at most `most` of them. */
const field = (min: number, max: number) => {
  const number = fc.integer({ min, max })
  const range = fc.tuple(number, number).map((ends) => ends.toSorted((a, b) => a - b).join('-'))
  return fc.oneof(
    number.map(String),
    fc.array(number, { minLength: 1, maxLength: 3 }).map(String),
    range,
  )
}

/** Expressions as croner and we both read them, a few times a day. */
export const anyCron: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('0', '30', '*/30', '15-45/15'),
      fc.integer({ min: 0, max: 59 }).map(String),
    ),
    fc.oneof(fc.constantFrom('*/6', '2', '0-3', '1,2', '23'), field(0, 23)),
    fc.oneof(fc.constantFrom('*', '*', '*', 'L', '1,L', '*/10'), field(1, 31)),
    fc.oneof(fc.constantFrom('*', '*', '*/3'), field(1, 12)),
    fc.oneof(fc.constantFrom('*', '*', '*', '5L', '1#1', '0,6', '1-5', '2#3,7'), field(0, 6)),
  )
  .map((fields) => fields.join(' '))

const cron: fc.Arbitrary<Rule> = anyCron.map((expression) => ({ kind: 'cron', expression }))
