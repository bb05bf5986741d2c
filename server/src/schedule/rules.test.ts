import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { gapWords, nextSlot, slotAfter, slots, words } from './rules.ts'

const once = (at: string, timeZone: string) => ({ timeZone, rule: { kind: 'once' as const, at } })
const START = new Date(0)

test('a slot at the very start is listed, one before it is not, and none follows the only one', () => {
  const schedule = once('2026-12-01T09:00', 'Europe/Berlin')
  const slot = new Date('2026-12-01T08:00Z')
  expect([...slots(schedule, slot)]).toEqual([{ at: slot, local: '2026-12-01T09:00' }])
  expect([...slots(schedule, new Date(slot.getTime() + 1))]).toEqual([])
  expect(slotAfter(schedule, slot)).toBeUndefined()
})

test('a slot that moved out of a skipped day is found by a search that begins after that day', () => {
  const friday = { kind: 'weekly' as const, days: ['fri' as const], at: ['18:00'] }
  const schedule = { timeZone: 'Pacific/Apia', rule: friday }
  expect(nextSlot(schedule, new Date('2011-12-31T00:00Z'))).toEqual({
    at: new Date('2011-12-31T04:00Z'),
    local: '2011-12-30T18:00',
    mark: 'gap_shifted',
  })
})

describe('in words', () => {
  test('a single time', () => {
    expect(words(once('2026-12-01T09:05', 'Europe/Berlin'))).toBe('On 1 Dec 2026 at 09:05, Berlin')
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T02:30', 'from 02:00 to 03:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:00', 'from 02:00 to 02:30'],
    ['America/St_Johns', '2006-04-02T00:30', 'from 00:01 to 01:01'],
    ['Pacific/Apia', '2011-12-30T12:00', 'from 30 Dec 2011, 00:00, to 31 Dec 2011, 00:00'],
  ])('%s: a gap says what the clock does', (timeZone, at, jump) => {
    expect(gapWords(once(at, timeZone))).toContain(`the clock jumps ${jump}; choose another time.`)
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T03:00'],
    ['Europe/Berlin', '2026-10-25T02:30'],
  ])('%s: %s is no gap', (timeZone, at) => {
    expect(gapWords(once(at, timeZone))).toBeUndefined()
  })
})

describe('for any time in any zone', () => {
  const zones = [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Asia/Tehran',
    'America/St_Johns',
    'Pacific/Chatham',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'Antarctica/Troll', // two hours
    'Asia/Kathmandu',
    'UTC',
  ]
  const minute = fc.integer({
    min: Date.parse('2005-01-01') / 60_000,
    max: Date.parse('2037-12-31') / 60_000,
  })
  // Every other time lies within three hours of a change of the clocks, where everything happens.
  const nearAChange = fc.tuple(
    fc.constantFrom(...zones),
    minute,
    fc.integer({ min: -180, max: 180 }),
  )
  const anywhere = nearAChange.map(([timeZone, at, offset]) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(timeZone)
    const change = zoned.getTimeZoneTransition('next')
    const near = (at % 2 === 0 && change) || zoned
    return {
      timeZone,
      local: near.toPlainDateTime().add({ minutes: offset }).toString().slice(0, 16),
    }
  })

  test('a slot without a mark is the only instant at which the local clock shows the requested time', () => {
    fc.assert(
      fc.property(anywhere, ({ timeZone, local }) => {
        const slot = nextSlot(once(local, timeZone), START)!
        const readings = everyInstantReading(local, timeZone, slot.at)
        const shown = wallOf(slot.at, timeZone)
        expect(slot.mark).toBe(['gap_shifted', undefined, 'overlap_first'][readings.length])
        expect(slot.at.getTime()).toBe(readings[0] ?? slot.at.getTime())
        // A time in a gap always moves forward.
        expect(shown > local).toBe(readings.length === 0)
      }),
      { numRuns: 1_000 },
    )
  })

  test('exactly the times in a gap are refused in words', () => {
    fc.assert(
      fc.property(anywhere, ({ timeZone, local }) => {
        const schedule = once(local, timeZone)
        expect(gapWords(schedule) !== undefined).toBe(
          nextSlot(schedule, START)?.mark === 'gap_shifted',
        )
      }),
      { numRuns: 500 },
    )
  })

  /** Reads the wall clock without our own code: with the formatter of the platform. */
  function wallOf(at: Date, timeZone: string): string {
    const parts = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(at)
    return parts.replace(' ', 'T')
  }

  /** Every instant around `near` at which the wall clock shows `local`; computed from offsets, without our own rule. */
  function everyInstantReading(local: string, timeZone: string, near: Date): number[] {
    const asUtc = Date.parse(`${local}Z`)
    const offsets = new Set<number>()
    for (const days of [-2, -1, 0, 1, 2]) {
      const at = new Date(near.getTime() + days * 86_400_000)
      offsets.add(Date.parse(`${wallOf(at, timeZone)}Z`) - at.setSeconds(0, 0))
    }
    return [...offsets]
      .map((offset) => asUtc - offset)
      .filter((ms) => wallOf(new Date(ms), timeZone) === local)
      .toSorted((a, b) => a - b)
  }
})
