import type { Slot, SlotMark } from '@carillon/contract/schedule'
import type { Weekday } from '@carillon/contract/schedule/rule'
import { zoneCity } from '@carillon/contract/zones'
import { wallClock } from '../../ui/time/words.ts'
import type { Kind, Timetable } from './timetable.ts'
import { localOf } from './when.ts'

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

/**
 * That the server puts a slot at another time than this browser would, because their clock rules (the IANA time zone
 * database) are of different years; empty if they agree.
 */
export function clockRulesWords(
  { at, local, mark }: Pick<Slot, 'at' | 'local' | 'mark'>,
  timeZone: string,
): string {
  const shown = localOf(new Date(at), timeZone)
  // The clocks skip the time of a rule, and show another one than it when it is sent.
  if (shown === local || mark === 'gap_shifted') return ''
  return `This browser and the server have different clock rules for ${zoneCity(timeZone)}. It is sent at ${wallClock(local)} there by the rules of the server, which this browser shows as ${wallClock(shown)}.`
}
