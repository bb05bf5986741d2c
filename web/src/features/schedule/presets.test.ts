import { expect, test } from 'vitest'
import { wallClock } from '../../ui/time/words.ts'
import { presetsAt } from './presets.ts'

const nine = wallClock('09:00')
const at = (instant: string, zone = 'Europe/Berlin') =>
  presetsAt(Date.parse(instant), zone).map(({ label, local }) => `${label}: ${local}`)

test('the suggested times are on the clock of the zone', () => {
  expect(at('2026-11-25T10:00:00Z')).toEqual([
    'This evening: 2026-11-25T19:00',
    `Tomorrow ${nine}: 2026-11-26T09:00`,
    `Monday ${nine}: 2026-11-30T09:00`,
  ])
  // In Tokyo it is the next day already.
  expect(at('2026-11-25T16:00:00Z', 'Asia/Tokyo')[0]).toBe('This evening: 2026-11-26T19:00')
})

test('times that have passed are left out, and equal times are shown once', () => {
  // A Sunday night, with Monday as tomorrow.
  expect(at('2026-11-22T21:00:00Z')).toEqual([`Tomorrow ${nine}: 2026-11-23T09:00`])
  expect(at('2026-11-23T06:00:00Z')).toContain(`Monday ${nine}: 2026-11-30T09:00`)
})
