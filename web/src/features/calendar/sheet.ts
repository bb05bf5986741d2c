import type { CalendarDay } from './move.ts'

/** What a calendar shows. */
export type CalendarSheet = {
  weeks: string[][]
  byDate: Map<string, CalendarDay>
  today: string
  /** The month that is looked at; the days of others are muted. */
  month: string | undefined
}
