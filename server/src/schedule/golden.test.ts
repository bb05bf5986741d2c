import { expect, test } from 'vitest'
import { fromEpoch, instant } from '../platform/clock.ts'
import { east } from './golden/east.ts'
import { series } from './golden/series.ts'
import { west } from './golden/west.ts'
import { firstSlots, nextSlot } from './rules.ts'

const rows = [...west, ...east].flatMap(({ zone, slots }) =>
  slots.map(([local, at, mark]) => ({ zone, local, at, mark })),
)

test.each(rows)('$zone: $local is $at $mark', ({ zone, local, at, mark }) => {
  const once = { timeZone: zone, rule: { kind: 'once' as const, at: local } }
  expect(nextSlot(once, fromEpoch(0))).toEqual({
    at: instant(at),
    local,
    ...(mark ? { mark } : {}),
  })
})

test.each(series)('$fact', ({ schedule, from, slots, ends }) => {
  const found = firstSlots(schedule, instant(from), slots.length + (ends ? 1 : 0))
  const shown = found.map(({ at, local, mark }) => [at.toISOString(), local, mark])
  expect(shown).toEqual(slots.map(([at, local, mark]) => [instant(at).toISOString(), local, mark]))
})

test('more than 120 slots were worked out by hand', () => {
  expect(rows.length + series.flatMap(({ slots }) => slots).length).toBeGreaterThan(120)
})
