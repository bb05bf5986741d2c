import { zoneCity } from '@carillon/contract/zones'
import { expect, test } from 'vitest'
import {
  agoTime,
  aheadTime,
  clockTime,
  hourLabel,
  exactTime,
  relativeTime,
  shortTime,
  wallClock,
  wallTime,
  typedDay,
  withinTime,
} from './words.ts'

const now = Date.parse('2026-12-07T22:30:00Z')

test('days are told by name on the calendar of the zone, not of UTC', () => {
  // 22:30 in London is already the 8th in Cairo.
  expect(shortTime('2026-12-07T23:00:00Z', 'Europe/London', now)).toMatch(/^Today, /)
  expect(shortTime('2026-12-08T21:00:00Z', 'Africa/Cairo', now)).toMatch(/^Today, /)
  expect(shortTime('2026-12-08T22:00:00Z', 'Africa/Cairo', now)).toMatch(/^Tomorrow, /)
  expect(shortTime('2026-12-06T22:00:00Z', 'Europe/London', now)).toMatch(/^Yesterday, /)
})

test('within a sentence the name of a day has no capital, that of the week has one', () => {
  const within = (at: string) => withinTime(at, 'Europe/London', now)
  expect(within('2026-12-07T23:00:00Z')).toMatch(/^today, /)
  expect(within('2026-12-08T09:00:00Z')).toMatch(/^tomorrow, /)
  expect(within('2026-12-06T09:00:00Z')).toMatch(/^yesterday, /)
  expect(within('2026-12-10T09:00:00Z')).toMatch(/^Thu/)
})

test('the year is told only when it is another one', () => {
  expect(shortTime('2026-12-20T09:00:00Z', 'UTC', now)).not.toContain('2026')
  expect(shortTime('2027-01-02T09:00:00Z', 'UTC', now)).toContain('2027')
})

test('a day word stays right over the change of the clocks', () => {
  const eve = Date.parse('2026-03-28T22:30:00Z') // 23:30 in Berlin; the next day has 23 hours
  expect(shortTime('2026-03-29T21:59:00Z', 'Europe/Berlin', eve)).toMatch(/^Tomorrow, /)
  expect(shortTime('2026-03-29T22:00:00Z', 'Europe/Berlin', eve)).not.toMatch(/^Tomorrow, /)
})

test('the exact time names its zone and offset of that day', () => {
  expect(exactTime('2026-07-01T07:00:00Z', 'Europe/Berlin')).toContain('(Berlin, GMT+2)')
  expect(exactTime('2026-12-01T08:00:00Z', 'Europe/Berlin')).toContain('(Berlin, GMT+1)')
})

test('relative words look both ways', () => {
  expect(relativeTime('2026-12-08T01:30:00Z', now)).toBe('in about 3 hours')
  expect(relativeTime('2026-12-07T21:30:00Z', now)).toBe('about 1 hour ago')
})

test.for([
  ['2026-12-07T22:29:31Z', 'less than a minute ago'],
  ['2026-12-07T22:29:00Z', '1 minute ago'],
  ['2026-12-07T22:27:00Z', '3 minutes ago'],
  ['2026-12-07T21:46:00Z', '44 minutes ago'],
  ['2026-12-07T21:45:00Z', 'about 1 hour ago'],
  ['2026-12-07T02:30:00Z', 'about 20 hours ago'],
  ['2026-12-06T22:30:00Z', '1 day ago'],
  ['2026-11-09T22:30:00Z', '28 days ago'],
  ['2026-11-07T22:30:00Z', 'about 1 month ago'],
  ['2025-12-20T22:30:00Z', 'about 12 months ago'],
  ['2025-12-07T22:30:00Z', 'about 1 year ago'],
])('%s is told as %s', ([at, words]) => {
  expect(relativeTime(at!, now)).toBe(words)
})

test('what happened is never told as to come, nor the other way, whatever the clock says', () => {
  expect(agoTime('2026-12-07T22:30:20Z', now)).toBe('less than a minute ago')
  expect(agoTime('2026-12-07T22:27:00Z', now)).toBe('3 minutes ago')
  expect(aheadTime('2026-12-07T22:29:40Z', now)).toBe('any moment now')
  expect(aheadTime('2026-12-07T22:33:00Z', now)).toBe('in 3 minutes')
})

test('wall times are told by the same clock as instants', () => {
  const evening = clockTime('2026-12-07T19:30:00Z', 'UTC')
  expect(wallClock('19:30')).toBe(evening)
  expect(hourLabel('2026-12-07T09:00')).toMatch(/^(09:00|9.AM)$/)
  expect(wallClock('2026-12-07T19:30:00')).toBe(evening)
  expect(wallTime('2026-12-07T19:30')).toMatch(new RegExp(`^Mon .*2026, ${evening}$`))
})

test('a zone is called by its city', () => {
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(zoneCity('UTC')).toBe('UTC')
})

test('a day that was typed is said with the name of its month, so that 11/12 and 12/11 cannot be mixed up', () => {
  expect(typedDay('2026-12-07')).toMatch(/\bDec\b/)
  expect(typedDay('')).toBe('')
  expect(typedDay('12026-12-07')).toBe('')
})
