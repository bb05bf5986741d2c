import * as z from 'zod/mini'
import { problemsOf } from './problems.ts'
import { emptyTimetable, type Timetable } from './timetable.ts'
import { instantOf, localOf, nextHour } from './when.ts'

/** When something goes: at once, at a time, or again and again. Any form may have these fields. */
export type TimingForm = {
  when: 'now' | 'at' | 'repeat'
  date: string
  time: string
  timeZone: string
  timetable: Timetable
}

/** The fields of a form that says when; held to `checkTiming`. */
export const timingFields = {
  when: z.enum(['now', 'at', 'repeat']),
  date: z.string(),
  time: z.string(),
  timeZone: z.string(),
  /** Judged as the schedule it means, and only when it repeats. */
  timetable: z.custom<Timetable>(),
}

/** Times that stand at the next full hour of a zone. */
export function emptyTiming(now: number, timeZone: string): TimingForm {
  const near = nextHour(now, timeZone)
  return { ...atFields(near), timeZone, timetable: emptyTimetable(near) }
}

/** The fields for a single time, written 2026-12-01T09:00. */
export const atFields = (local: string) => ({
  when: 'at' as const,
  date: local.slice(0, 10),
  time: local.slice(11, 16),
})

type Problem = { path: string[]; message: string }

/** The problems of the time fields, each at its field. */
export function timingProblems({ when, date, time, timeZone, timetable }: TimingForm): Problem[] {
  if (when === 'now') return []
  if (when === 'repeat') {
    return problemsOf(timetable, timeZone).map(({ field, message }) => ({
      path: field === 'timeZone' ? [field] : ['timetable', field],
      message,
    }))
  }
  const missing = [
    ...(date ? [] : [{ path: ['date'], message: 'Choose a day.' }]),
    ...(time ? [] : [{ path: ['time'], message: 'Choose a time.' }]),
  ]
  const named = date && time ? instantOf(`${date}T${time}`, timeZone) : undefined
  if (named?.inGap) return [{ path: ['time'], message: SKIPPED }]
  const now = new Date()
  if (!named || named.at > now) return missing
  // A day that is over has no time left to choose.
  const isOver = date < localOf(now, timeZone).slice(0, 10)
  return [{ path: [isOver ? 'date' : 'time'], message: PASSED }]
}

const SKIPPED = 'The clocks skip this time on that day. Choose another one.'

/** Offered together with a way to send at once. */
export const PASSED = 'This time has passed. Choose a later one, or send it now instead.'
