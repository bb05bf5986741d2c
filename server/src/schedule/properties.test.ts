import { Schedule } from '@carillon/contract/schedule/schedule'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyExceptions, anySchedule } from '../../test/schedules.ts'
import { HARD_DAYS, HARD_DAYS_COUNT } from '../../test/wall-table.ts'
import {
  checkRule,
  dueAt,
  firstSlots,
  skippedSlots,
  nextSlot,
  ruleSlot,
  slotAfter,
  spreadMs,
  words,
} from './rules.ts'

const DAY_MS = 86_400_000
const SLOTS = 30
const MANY = 600

/** A schedule of any zone with exceptions to its first slots, and two instants, the earlier first. */
const anything = fc.constantFrom(...HARD_DAYS).chain(([zone, firstDay]) =>
  fc.record({
    schedule: anySchedule(zone).chain((schedule) => {
      const there = firstSlots(schedule, new Date(`${firstDay}T00:00Z`), SLOTS)
      return anyExceptions(
        schedule,
        there.map(({ local }) => local),
      ).map((changed) => ({ ...schedule, ...changed }))
    }),
    since: fc.tuple(fc.nat(HARD_DAYS_COUNT * 1_440), fc.nat(60 * 1_440)).map(([minutes, more]) => {
      const from = Date.parse(`${firstDay}T00:00Z`) - DAY_MS + minutes * 60_000
      return [new Date(from), new Date(from + more * 60_000)] as const
    }),
  }),
)

function always(holds: (schedule: Schedule, a: Date, b: Date) => void) {
  fc.assert(
    fc.property(anything, ({ schedule, since: [a, b] }) => holds(schedule, a, b)),
    { numRuns: 300 },
  )
}

test('slots follow each other, none before the instant asked for', () => {
  always((schedule, from) => {
    let last = from.getTime() - 1
    for (const { at } of firstSlots(schedule, from, SLOTS)) {
      expect(at.getTime()).toBeGreaterThan(last)
      last = at.getTime()
    }
  })
})

test('asked from later on, it names the same slots but for those that lie before', () => {
  always((schedule, earlier, later) => {
    const some = firstSlots(schedule, earlier, MANY).filter(({ at }) => at >= later)
    if (some.length === 0) return
    expect(firstSlots(schedule, later, some.length)).toEqual(some)
    // There is no other slot between the last one and the next.
    const end = new Date(some.at(-1)!.at.getTime() + 1)
    expect(nextSlot(schedule, end)).toEqual(slotAfter(schedule, some.at(-1)!.at))
  })
})

test('going on from each slot names them all, as a planner does', () => {
  always((schedule, from) => {
    const found = []
    for (let slot = nextSlot(schedule, from); slot && found.length < 10;) {
      found.push(slot)
      slot = slotAfter(schedule, slot.at)
    }
    expect(found).toEqual(firstSlots(schedule, from, 10))
  })
})

test('the slot at one instant is the one that a walk finds there', () => {
  always((changed, from) => {
    const { skips = [], moves: _, ...schedule } = changed
    const all = firstSlots(schedule, from, SLOTS)
    for (const { at } of all) {
      for (const instant of [at, new Date(at.getTime() + 60_000), new Date(at.getTime() + 1)]) {
        const found = nextSlot(schedule, instant)
        expect(ruleSlot(changed, instant)).toEqual(
          found?.at.getTime() === instant.getTime() ? found : undefined,
        )
      }
    }
    const last = all.at(-1)?.at ?? from
    const left = [...skippedSlots({ ...schedule, skips }, from, last)].map(({ at }) => +at)
    const stay = firstSlots({ ...schedule, skips }, from, SLOTS).map(({ at }) => +at)
    const gone = all.map(({ at }) => +at).filter((at) => at < +last && !stay.includes(at))
    expect([...new Set(left)].toSorted((a, b) => a - b)).toEqual(gone)
  })
})

test('it says the same again, also of a copy that was kept as JSON', () => {
  always((schedule, from) => {
    const kept = Schedule.parse(JSON.parse(JSON.stringify(schedule)))
    expect(firstSlots(kept, from, SLOTS)).toEqual(firstSlots(schedule, from, SLOTS))
  })
})

test('nothing comes before the start, after the end, or more often than its number', () => {
  always((changed, from) => {
    // What was moved may lie anywhere.
    const schedule = { ...changed, moves: [] }
    const { starts = '', ends } = schedule
    const last = ends && 'on' in ends ? ends.on : '9999-12-31'
    const days = firstSlots(schedule, from, SLOTS).map(({ local }) => local.slice(0, 10))
    expect(days.filter((day) => day < starts || day > last)).toEqual([])
  })
})

test('after n slots it ends, whatever comes of them', () => {
  always(({ timeZone, rule, starts = '' }, from) => {
    const schedule = { timeZone, rule, starts }
    const all = firstSlots(schedule, new Date(0), 7)
    const ending = { ...schedule, ends: { after: 6 } }
    expect(firstSlots(ending, new Date(0), 7)).toEqual(all.slice(0, 6))
    expect(firstSlots(ending, from, 7)).toEqual(all.slice(0, 6).filter(({ at }) => at >= from))
  })
})

test('something is due within its jitter after the slot, never before, and so again', () => {
  always((schedule, from) => {
    const jitterMs = (schedule.jitterMinutes ?? 0) * 60_000
    for (const { at } of firstSlots(schedule, from, 5)) {
      const late = dueAt(schedule, at).getTime() - at.getTime()
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThanOrEqual(jitterMs)
      expect(dueAt({ ...schedule }, new Date(at)).getTime()).toBe(at.getTime() + late)
    }
  })
})

test('whatever it is, it can be said in words and judged', () => {
  always((schedule) => {
    expect(words(schedule)).toMatch(/^[A-Z].*, [A-Z]/)
    for (const { path } of checkRule(schedule))
      expect(path).toMatch(/^schedule\.(skips|moves|rule|ends|starts)/)
  })
})

test('the draw is spread evenly, and moves with seed, slot and target', () => {
  const timeZone = 'UTC'
  const rule = { kind: 'daily' as const, everyDays: 1, at: ['09:00'] }
  const schedule = { timeZone, rule, seed: 7, spreadMinutes: 10, jitterMinutes: 10 }
  const slot = new Date('2026-12-01T09:00Z')
  const turns = Array.from({ length: 6_000 }, (_, n) => spreadMs(schedule, slot, `group ${n}`))
  const tenths = Array.from({ length: 10 }, (_, tenth) => {
    return turns.filter((ms) => Math.floor((ms / 600_001) * 10) === tenth).length
  })
  for (const count of tenths) expect(Math.abs(count - 600)).toBeLessThan(120)
  expect(new Set(turns.slice(0, 100)).size).toBeGreaterThan(50)
  const due = (seed: number, at: Date) => dueAt({ ...schedule, seed }, at).getTime() - at.getTime()
  const seeds = Array.from({ length: 50 }, (_, seed) => due(seed, slot))
  const slots = Array.from({ length: 50 }, (_, n) => due(7, new Date(slot.getTime() + n * DAY_MS)))
  expect(new Set(seeds).size).toBeGreaterThan(25)
  expect(new Set(slots).size).toBeGreaterThan(25)
})
