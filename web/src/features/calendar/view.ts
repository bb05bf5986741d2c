import { addDays, addMonths, isDate, sheetOf, weekOf } from './days.ts'

/** How the scheduled messages are shown, as it stands in the address. */
export const views = ['list', 'month', 'week'] as const
export type View = (typeof views)[number]

export const viewLabels: Record<View, string> = { list: 'List', month: 'Month', week: 'Week' }

/** The view an address names; the list without. */
export const viewIn = (search: URLSearchParams): View =>
  views.find((view) => view === search.get('view')) ?? 'list'

/** The day an address names; `today` without. */
export function dateIn(search: URLSearchParams, today: string): string {
  const date = search.get('date')
  return isDate(date) ? date : today
}

/** The weeks a view shows. */
export const weeksOf = (view: View, date: string): string[][] =>
  view === 'week' ? [weekOf(date)] : sheetOf(date)

/**
 * The month that runs without the weeks that are over, and with as many of those that follow; undefined where
 * nothing is over yet, or another month is looked at.
 */
export function fromThisWeek(weeks: string[][], today: string): string[][] | undefined {
  const present = weeks.findIndex((week) => week.includes(today))
  if (present < 1) return undefined
  const last = weeks.at(-1)?.[0] ?? today
  const further = Array.from({ length: present }, (_, n) => weekOf(addDays(last, 7 * (n + 1))))
  return [...weeks.slice(present), ...further]
}

/** The day to look at one month or week on, or back. */
export const stepped = (view: View, date: string, by: 1 | -1): string =>
  view === 'week' ? addDays(date, 7 * by) : addMonths(date, by)
