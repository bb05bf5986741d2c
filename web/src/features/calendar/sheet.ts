import type { CalendarDay } from './move.ts'

/** The data that a calendar shows. */
export type CalendarSheet = {
  weeks: string[][]
  byDate: Map<string, CalendarDay>
  today: string
  /** The shown month; the days of other months are muted. */
  month: string | undefined
}
