import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Local, LocalDate, Rule, whole } from './schedule/rule.ts'
import { Instant, LocalDateTime, TimeZone } from './wire.ts'

/** Largest n of "ends after n": some 27 years of every day. */
export const AFTER_MAX = 10_000

/** Most single slots that are skipped, and that are moved; and most periods without any. */
export const EXCEPTIONS_MAX = 1_000
export const BLACKOUTS_MAX = 100

/** How far past its slot something may be meant to go, in minutes; and over how many groups may spread. */
export const JITTER_MAX_MINUTES = 30
export const SPREAD_MAX_MINUTES = 12 * 60

/** Slots one preview may list. */
export const PREVIEW_MAX = 100

const Ends = z.union(
  [z.object({ on: LocalDate }), z.object({ after: whole(1, AFTER_MAX) })],
  'Choose the day it ends on, or after how many times.',
)

const Move = z.object({ from: Local, to: Local })
const Blackout = z.object({ from: LocalDate, to: LocalDate })

const exceptions = <T extends z.ZodType>(one: T, max: number) =>
  z
    .array(one)
    .max(max, `Use at most ${max.toLocaleString('en')}.`)
    .optional()

/** When something goes out: a rule on the wall clock of a named zone, and what is different about it. */
export const Schedule = z
  .object({
    timeZone: TimeZone,
    rule: Rule,
    /** Nothing before this day; weeks, days and months count from it. Saving sets it when it is left out. */
    starts: LocalDate.optional(),
    /** The last day, or after so many slots of the rule; skipped and moved ones count. */
    ends: Ends.optional(),
    /** Single slots, by their time on the wall, that are left out, or come at another time. */
    skips: exceptions(Local, EXCEPTIONS_MAX),
    moves: exceptions(Move, EXCEPTIONS_MAX),
    /** Days without slots, both ends included. What was moved there stays. */
    blackouts: exceptions(Blackout, BLACKOUTS_MAX),
    /** Each slot is meant to go up to so much after its time, never before it. */
    jitterMinutes: whole(0, JITTER_MAX_MINUTES).optional(),
    /** The groups of one slot are spread over so much time. */
    spreadMinutes: whole(0, SPREAD_MAX_MINUTES).optional(),
    /** What jitter and spread are drawn from. Saving sets it when it is left out. */
    seed: whole(0, 2 ** 32 - 1).optional(),
  })
  .superRefine((schedule, context) => {
    for (const { path, message } of contradictions(schedule)) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
export type Schedule = z.infer<typeof Schedule>

/** What changing clocks did to a slot: moved forward out of a gap, or the first of a time that comes twice. */
export const SlotMark = z.enum(['gap_shifted', 'overlap_first'])
export type SlotMark = z.infer<typeof SlotMark>

/** One instant that a schedule names. */
export const Slot = z.object({
  at: Instant,
  /** The time on the wall that named it; in a gap the one that does not exist. */
  local: LocalDateTime,
  mark: SlotMark.optional(),
  /** Where it was moved from, on the wall. */
  movedFrom: LocalDateTime.optional(),
  /** When it is meant to go: the slot and its jitter. */
  dueAt: Instant,
})
export type Slot = z.infer<typeof Slot>

export const SchedulePreview = z.object({
  slots: z.array(Slot),
  /** The rule as people say it, in English. */
  words: z.string(),
  /** What was used; saving these with the schedule makes it run as it was shown. */
  seed: z.number().int(),
  starts: LocalDate,
})
export type SchedulePreview = z.infer<typeof SchedulePreview>

export const previewSchedule = endpoint({
  method: 'POST',
  path: '/api/schedules/preview',
  summary: 'The next slots of a schedule, exactly as they will run, and its rule in words.',
  auth: 'user',
  cost: 'heavy',
  body: z.object({
    schedule: Schedule,
    count: whole(1, PREVIEW_MAX).default(5),
    /** Slots at or after this instant; now unless said otherwise. */
    from: Instant.optional(),
  }),
  data: SchedulePreview,
})

type Problem = { path: (string | number)[]; message: string }

/** What fields say against each other, as far as it can be seen without computing a slot. */
function contradictions(
  schedule: Pick<Schedule, 'starts' | 'ends' | 'skips' | 'moves' | 'blackouts'>,
) {
  const { starts, ends, skips = [], moves = [], blackouts = [] } = schedule
  const found: Problem[] = []
  if (starts && ends && 'on' in ends && ends.on < starts) {
    found.push({ path: ['ends', 'on'], message: 'The end is before the start.' })
  }
  blackouts.forEach(({ from, to }, n) => {
    if (to < from)
      found.push({ path: ['blackouts', n, 'to'], message: 'The end is before the start.' })
  })
  const taken = new Set(skips)
  moves.forEach(({ from, to }, n) => {
    if (taken.has(from)) {
      found.push({ path: ['moves', n, 'from'], message: 'This time is skipped or moved already.' })
    }
    if (from === to) {
      found.push({ path: ['moves', n, 'to'], message: 'Move it to another time than its own.' })
    }
    taken.add(from)
  })
  return found
}
