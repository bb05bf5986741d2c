import * as z from 'zod/mini'
import {
  ENDS_AFTER_MAX,
  EXCEPTIONS_MAX,
  BLACKOUTS_MAX,
  JITTER_MAX_MINUTES,
  SPREAD_MAX_MINUTES,
} from '../schedule.ts'
import { LocalDate, wholeNumber, Local, Rule } from './rule.ts'
import { TimeZone } from '../time.ts'

const Ends = z.union(
  [z.object({ on: LocalDate }), z.object({ after: wholeNumber(1, ENDS_AFTER_MAX) })],
  'Choose the day it ends on, or after how many times.',
)

const Move = z.object({ from: Local, to: Local })
const Blackout = z.object({ from: LocalDate, to: LocalDate })

const exceptions = <T extends z.ZodMiniType>(one: T, max: number) =>
  z.optional(z.array(one).check(z.maxLength(max, `Use at most ${max.toLocaleString('en')}.`)))

/** When something is sent: a rule in local time of a named zone, and exceptions to it. */
export const Schedule = z
  .object({
    timeZone: TimeZone,
    rule: Rule,
    /** No slot is before this day; weeks, days and months count from it. If missing, saving sets it. */
    starts: z.optional(LocalDate),
    /** The last day, or the number of slots of the rule, skipped and moved ones included. */
    ends: z.optional(Ends),
    /** Single slots, by their local time, that are skipped or moved. */
    skips: exceptions(Local, EXCEPTIONS_MAX),
    moves: exceptions(Move, EXCEPTIONS_MAX),
    /** Days without slots, both ends included. Slots moved there stay. */
    blackouts: exceptions(Blackout, BLACKOUTS_MAX),
    /** Each slot is due at most this many minutes after its time, never before it. */
    jitterMinutes: z.optional(wholeNumber(0, JITTER_MAX_MINUTES)),
    /** The groups of one slot are spread over this many minutes. */
    spreadMinutes: z.optional(wholeNumber(0, SPREAD_MAX_MINUTES)),
    /** The seed of jitter and spread. If missing, saving sets it. */
    seed: z.optional(wholeNumber(0, 2 ** 32 - 1)),
  })
  .check(
    z.superRefine((schedule, context) => {
      for (const { path, message } of contradictions(schedule)) {
        context.addIssue({ code: 'custom', path, message })
      }
    }),
  )
export type Schedule = z.infer<typeof Schedule>

type Problem = { path: (string | number)[]; message: string }

/** Finds fields that contradict each other, without computing slots. */
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
