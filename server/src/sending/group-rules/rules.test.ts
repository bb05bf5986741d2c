import { expect, test } from 'vitest'
import { ruleObstacle, quietEnd, type GroupRules } from './rules.ts'
import { quietForecast } from './quiet-forecast.ts'

const none: GroupRules = {
  quietHours: null,
  dailyCap: null,
  minGapMinutes: null,
  timeZone: 'Europe/Berlin',
}
const night = { from: '22:00', to: '07:00', mode: 'hold' } as const
const at = (iso: string) => new Date(`${iso}Z`)

test.for<[now: string, end: string | undefined]>([
  ['2026-06-01T19:59:59', undefined],
  ['2026-06-01T20:00:00', '2026-06-02T05:00:00.000Z'],
  ['2026-06-02T04:59:59', '2026-06-02T05:00:00.000Z'],
  ['2026-06-02T05:00:00', undefined],
  // The night of the change is an hour shorter.
  ['2027-03-27T21:00:00', '2027-03-28T05:00:00.000Z'],
])('quiet from ten to seven: at %s until %s', ([now, end]) => {
  expect(quietEnd(night, 'Europe/Berlin', at(now))?.toISOString()).toBe(end)
})

test('a forecast says of many instants what is said of each', () => {
  for (const [timeZone, from, to] of [
    ['Europe/Berlin', '22:00', '07:00'],
    ['Pacific/Kiritimati', '02:15', '03:45'],
    ['America/St_Johns', '00:00', '23:59'],
  ] as const) {
    const quietHours = { from, to, mode: 'hold' as const, days: ['sat' as const, 'mon' as const] }
    const quietAt = quietForecast([{ quietHours, timeZone, groups: 2 }])
    let quiet = 0
    // Every 37 minutes of three weeks with a change of the clocks.
    for (let n = 0; n < 820; n++) {
      const now = new Date(Date.parse('2027-03-10T00:00Z') + n * 37 * 60_000)
      const end = quietEnd(quietHours, timeZone, now)
      expect(quietAt(now)).toEqual(end && { held: 2, skipped: 0, until: end.toISOString() })
      if (end) quiet++
    }
    expect(quiet).toBeGreaterThan(10)
  }
})

test('a forecast counts groups, and names an end that all have in common', () => {
  const [berlin, lisbon] = ['Europe/Berlin', 'Europe/Lisbon']
  const skip = { ...night, mode: 'skip' as const }
  const quietAt = quietForecast([
    { quietHours: night, timeZone: berlin, groups: 3 },
    { quietHours: night, timeZone: lisbon, groups: 1 },
    { quietHours: skip, timeZone: lisbon, groups: 2 },
  ])
  expect(quietAt(at('2026-06-01T20:30'))).toEqual({
    held: 3,
    skipped: 0,
    until: '2026-06-02T05:00:00.000Z',
  })
  expect(quietAt(at('2026-06-01T23:30'))).toEqual({ held: 4, skipped: 2 })
  expect(quietAt(at('2026-06-02T05:30'))).toMatchObject({ held: 1, skipped: 2 })
  expect(quietAt(at('2026-06-02T12:00'))).toBeUndefined()
})

test('quiet days are those on which the quiet hours begin', () => {
  const weekend = { ...night, days: ['sat'] as ['sat'] }
  expect(quietEnd(weekend, 'UTC', at('2026-06-06T23:00'))).toEqual(at('2026-06-07T07:00'))
  expect(quietEnd(weekend, 'UTC', at('2026-06-07T06:00'))).toEqual(at('2026-06-07T07:00'))
  expect(quietEnd(weekend, 'UTC', at('2026-06-07T23:00'))).toBeUndefined()
})

test('a gap shifts by what is missing, and passes over what would be two hours late', () => {
  const rules = { ...none, minGapMinutes: 90 }
  const now = at('2026-06-01T10:00')
  expect(ruleObstacle(rules, [at('2026-06-01T08:30')], now, now)).toBeUndefined()
  expect(ruleObstacle(rules, [at('2026-06-01T09:00')], now, now)).toMatchObject({
    until: at('2026-06-01T10:30'),
  })
  const due = at('2026-06-01T08:00')
  expect(ruleObstacle(rules, [at('2026-06-01T09:00')], due, now)).toEqual({ skip: 'gap' })
})

test('a full day lets nothing through until the next one begins in its zone', () => {
  const rules = { ...none, dailyCap: 2 }
  const sends = [at('2026-06-01T07:00'), at('2026-05-31T22:00'), at('2026-05-31T21:59')]
  const noon = at('2026-06-01T10:00')
  expect(ruleObstacle(rules, sends, noon, noon)).toEqual({ skip: 'cap' })
  const late = at('2026-06-01T21:00')
  expect(ruleObstacle(rules, sends, late, late)).toMatchObject({ until: at('2026-06-01T22:00') })
  expect(ruleObstacle(rules, sends.slice(1), noon, noon)).toBeUndefined()
  // If quiet hours follow, both are told.
  const quietHours = { from: '23:30', to: '07:00', mode: 'hold' as const }
  expect(ruleObstacle({ ...rules, quietHours }, sends, late, late)).toMatchObject({
    why: 'cap',
    reason:
      'The group takes only so many messages a day. After that it has quiet hours until 07:00.',
  })
  // A zone of its own is named, because the person may be in another.
  const own = { ...rules, quietHours, zoneIsOwn: true, timeZone: 'America/New_York' }
  const evening = at('2026-06-02T03:00')
  const got = [evening, evening]
  expect(ruleObstacle(own, got, evening, evening)).toMatchObject({
    reason:
      'The group takes only so many messages a day. After that it has quiet hours until 07:00, New York time.',
  })
  const asleep = at('2026-06-02T05:00')
  expect(ruleObstacle(own, [], asleep, asleep)).toMatchObject({
    reason: 'Its group has quiet hours, in New York time.',
  })
})

test('quiet hours come before all else, and may pass over', () => {
  const rules = { ...none, quietHours: { ...night, mode: 'skip' as const }, dailyCap: 1 }
  const now = at('2026-06-01T23:00')
  expect(ruleObstacle(rules, [], now, now)).toEqual({ skip: 'quiet_hours' })
})
