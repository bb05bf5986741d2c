import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases as casesOf } from '../../test/proofs.ts'
import { oracle } from '../../test/schedule-oracle.ts'
import { anyExceptions, anySchedule } from '../../test/schedules.ts'
import { HARD_DAYS, HARD_DAYS_COUNT, minutesOf } from '../../test/wall-table.ts'
import { firstSlots, slots } from './rules.ts'

/** Random schedules, shared among the zones; those that fire often are followed this far. */
const SCHEDULES = casesOf(500, 50)
const SLOTS_MAX = 400

test.each(HARD_DAYS)(
  '%s: random schedules name what a clock that is read minute by minute says',
  (zone, firstDay) => {
    const first = minutesOf(`${firstDay}T00:00`)
    const end = new Date((first + (HARD_DAYS_COUNT - 4) * 1_440) * 60_000)
    const since = fc.integer({ min: 0, max: (HARD_DAYS_COUNT - 5) * 1_440 })
    const cases = fc.tuple(anySchedule(zone), since).chain(([schedule, minutes]) => {
      const from = new Date((first + minutes) * 60_000)
      const there = firstSlots(schedule, from, 20).filter(({ at }) => at < end)
      const locals = there.map(({ local }) => local)
      return anyExceptions(schedule, locals).map((schedule) => ({ schedule, from }))
    })
    fc.assert(
      fc.property(cases, ({ schedule, from }) => {
        const expected = oracle(schedule, from)
          .filter(({ at }) => at * 60_000 < end.getTime())
          .slice(0, SLOTS_MAX)
        const found: unknown[] = []
        for (const { at, local, mark, movedFrom } of slots(schedule, from)) {
          if (at >= end || found.length === SLOTS_MAX) break
          found.push({
            at: at.getTime() / 60_000,
            local,
            ...(mark ? { mark } : {}),
            ...(movedFrom ? { movedFrom: movedFrom.local } : {}),
          })
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: SCHEDULES },
    )
  },
  30_000,
)
