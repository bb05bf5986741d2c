import type { Rule } from '@carillon/contract/schedule/rule'
import { Cron } from 'croner'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, test } from 'vitest'
import { anyCron, anySchedule } from '../../test/schedules.ts'
import { firstSlots } from './rules.ts'

/** Slots compared of each rule. */
const SLOTS = 25
const FROM = new Date('2026-02-01T00:00:30Z')

// Between two Februaries, after which croner 11.0.0 leaves out days.
const AFTER_MARCH = new Date('2026-03-03T00:00:30Z')
const NEXT_MARCH = '2027-02-28'

/** Where the clocks change others have other rules (docs/schedules.md); elsewhere all agree. */
const isChange = (iso: string) =>
  ['2026-03-29', '2026-10-25', '2027-03-28'].includes(iso.slice(0, 10))

const toIso = ({ at }: { at: Date }) => at.toISOString()

describe('croner', () => {
  test.each(['UTC', 'Europe/Berlin'])('%s: names the same times of any expression', (timeZone) => {
    let compared = 0
    fc.assert(
      fc.property(anyCron, (expression) => {
        const cron = new Cron(expression, { timezone: timeZone, paused: true })
        const theirs = cron.nextRuns(SLOTS, AFTER_MARCH).map((date) => date.toISOString())
        const rule = { kind: 'cron' as const, expression }
        const ours = firstSlots({ timeZone, rule }, AFTER_MARCH, 2 * SLOTS).map(toIso)
        const until = [NEXT_MARCH, theirs.at(-1) ?? NEXT_MARCH].toSorted()[0]!
        const [mine, other] = [ours, theirs].map((list) =>
          list.filter((iso) => iso <= until && !(timeZone !== 'UTC' && isChange(iso))),
        )
        compared += mine!.length
        expect(mine).toEqual(other)
      }),
      { numRuns: 150 },
    )
    expect(compared).toBeGreaterThan(1_000)
  })

  test('leaves out 1 and 2 March when a 30th or 31st is named too, we do not', () => {
    const expression = '0 9 1,31 * *'
    const cron = new Cron(expression, { timezone: 'UTC', paused: true })
    const rule = { kind: 'cron' as const, expression }
    const ours = firstSlots({ timeZone: 'UTC', rule }, FROM, 3)
    expect(cron.nextRuns(2, FROM).map((date) => date.toISOString().slice(0, 10))).toEqual([
      '2026-02-01',
      '2026-03-31',
    ])
    expect(ours.map(({ local }) => local.slice(0, 10))).toEqual([
      '2026-02-01',
      '2026-03-01',
      '2026-03-31',
    ])
  })

  test('moves what lies in a gap to its end, we by the gap', () => {
    const expression = '30 2 * * *'
    const from = new Date('2026-03-29T00:00Z')
    const [theirs] = new Cron(expression, { timezone: 'Europe/Berlin', paused: true }).nextRuns(
      1,
      from,
    )
    const rule = { kind: 'cron' as const, expression }
    const [ours] = firstSlots({ timeZone: 'Europe/Berlin', rule }, from, 1)
    expect(theirs!.toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(ours!.at.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  })
})

describe('rrule-temporal', () => {
  test('names the same times of weeks, days, months and elapsed time', () => {
    const rules = anySchedule('Europe/Berlin').filter(
      ({ rule }) => rruleOf(rule, '2026-02-01T09:00') !== undefined,
    )
    fc.assert(
      fc.property(rules, ({ rule, starts }) => {
        const schedule = { timeZone: 'Europe/Berlin', rule: withOneTime(rule), starts }
        const ours = firstSlots(schedule, FROM, SLOTS)
        const first = ours[0]?.local
        if (!first) return
        const rrule = new RRuleTemporal({ rruleString: rruleOf(schedule.rule, first)! })
        const theirs = rrule.all((_, n) => n < SLOTS)
        const calm = (list: string[]) => list.filter((iso) => !isChange(iso)).slice(0, SLOTS - 10)
        expect(calm(ours.map(toIso))).toEqual(
          calm(theirs.map((date) => new Date(date.epochMilliseconds).toISOString())),
        )
      }),
      { numRuns: 100 },
    )
  })

  test('leaves out what lies in a gap, we move it', () => {
    const dtstart = 'DTSTART;TZID=Europe/Berlin:20260328T023000'
    const rrule = new RRuleTemporal({ rruleString: `${dtstart}\nRRULE:FREQ=DAILY;COUNT=2` })
    const theirs = rrule.all().map((date) => new Date(date.epochMilliseconds).toISOString())
    const rule = { kind: 'daily' as const, everyDays: 1, at: ['02:30'] }
    const ours = firstSlots({ timeZone: 'Europe/Berlin', rule }, new Date('2026-03-28T00:00Z'), 2)
    expect(theirs).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-30T00:30:00.000Z'])
    expect(ours.map(toIso)).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z'])
  })
})

/** One time a day, outside of the hours that change. */
function withOneTime(rule: Rule): Rule {
  return rule.kind === 'weekly' || rule.kind === 'daily' || rule.kind === 'monthly'
    ? { ...rule, at: ['09:00'] }
    : rule
}

/** The same rule as RFC 5545 has it, when it can say it. */
function rruleOf(rule: Rule, first: string): string | undefined {
  const dtstart = `DTSTART;TZID=Europe/Berlin:${first.replaceAll(/[-:]/g, '')}00`
  const days = (names: readonly string[]) => names.map((name) => name.slice(0, 2).toUpperCase())
  const line = (words: string) => `${dtstart}\nRRULE:${words}`
  switch (rule.kind) {
    case 'weekly':
      return line(
        `FREQ=WEEKLY;WKST=MO;INTERVAL=${rule.everyWeeks ?? 1};BYDAY=${days(rule.days).join()}`,
      )
    case 'daily':
      return line(`FREQ=DAILY;INTERVAL=${rule.everyDays}`)
    case 'every':
      return rule.window
        ? undefined
        : line(`FREQ=${rule.unit === 'hour' ? 'HOURLY' : 'MINUTELY'};INTERVAL=${rule.n}`)
    case 'monthly': {
      const { on, everyMonths = 1 } = rule
      const month = `FREQ=MONTHLY;INTERVAL=${everyMonths}`
      if ('nth' in on) {
        const nth = on.nth === 'last' ? -1 : on.nth
        return line(`${month};BYDAY=${nth}${days([on.weekday]).join()}`)
      }
      // RFC 5545 leaves out months that are too short.
      if (on.day !== 'last' && on.day > 28) return undefined
      return line(`${month};BYMONTHDAY=${on.day === 'last' ? -1 : on.day}`)
    }
    case 'once':
    case 'dates':
    case 'cron':
      return undefined
  }
}
