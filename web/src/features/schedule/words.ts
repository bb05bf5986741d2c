import type { SlotMark } from '@carillon/contract/schedule'
import type { Weekday } from '@carillon/contract/schedule/rule'
import { wallClock } from '../../ui/time/words.ts'
import type { Kind, Timetable } from './timetable.ts'

// The server puts a whole rule into words (`Every Mon at 09:00`): server/src/schedule/words.ts.

export const kindWords: Record<Kind, string> = {
  weekly: 'On days of the week',
  daily: 'Every day, or every few days',
  monthly: 'Every month',
  every: 'Every few hours or minutes',
  dates: 'Specific dates',
  cron: 'By a cron expression (for experts)',
}

export const weekdayWords: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

export const nthWords: Record<Timetable['nth'], string> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  last: 'last',
}

/** That so many runs before one are skipped, because one of the groups still waits for the run before them. */
export const leftOutWords = (runs: number): string =>
  `${runs === 1 ? 'One run before it is' : `${runs} runs before it are`} skipped in all groups, because one of them still waits for the run before. You can change that at “If the previous run hasn’t finished”.`

/** What a clock change does to a slot: `local` is the time that the rule names, `shown` what clocks show when it is sent. */
export function markWords(mark: SlotMark, local: string, shown: string): string {
  const time = wallClock(local)
  return mark === 'gap_shifted'
    ? `${time} does not exist that day: the clocks go forward. Sent at ${shown}.`
    : `${time} comes twice that day: the clocks go back. Sent the first time.`
}
