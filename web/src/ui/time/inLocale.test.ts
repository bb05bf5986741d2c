import { expect, test } from 'vitest'
import { inLocale } from './inLocale.ts'
import { locale } from './locale.ts'
import { clockTime } from './words.ts'

test('times in sentences are told by the same clock as instants', () => {
  const evening = clockTime('2026-12-07T19:30:00Z', 'UTC')
  expect(inLocale('Every Mon at 19:30, until 24:10 or 1:2:03.')).toBe(
    `Every Mon at ${evening}, until 24:10 or 1:2:03.`,
  )
})

test.for([
  ['On 25 Nov at noon', 'On $ at noon', ['2026-11-25']],
  ['On 3 dates from 29 Feb to 1 Sep 2027', 'On 3 dates from $ to $', ['2028-02-29', '2027-09-01']],
  ['Every 2 weeks on Mon, 4 times in all', 'Every 2 weeks on Mon, 4 times in all', []],
] as const)('days in “%s” are told in the same order as elsewhere', ([words, told, days]) => {
  const said = days.map((date) => {
    const year = words.includes(date.slice(0, 4)) ? ({ year: 'numeric' } as const) : {}
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year })
    return format.format(new Date(`${date}T12:00`))
  })
  expect(inLocale(words)).toBe(said.reduce((text, day) => text.replace('$', day), told))
})

test('dates in full stay in full, and what is quoted stays as it is', () => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const day = format.format(new Date('2026-11-27T00:00Z'))
  expect(inLocale('“Mass 19:30, 3 May” gets 4 messages on 27 November 2026.')).toBe(
    `“Mass 19:30, 3 May” gets 4 messages on ${day}.`,
  )
})
