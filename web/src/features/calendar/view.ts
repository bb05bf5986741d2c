import { addDays, addMonths, isDate, sheetOf, weekOf } from './days.ts'

/** The views of scheduled messages, as the address has them. */
export const views = ['list', 'month', 'week'] as const
export type View = (typeof views)[number]

export const viewLabels: Record<View, string> = { list: 'List', month: 'Month', week: 'Week' }

/** The view in an address; the list by default. */
export const viewIn = (search: URLSearchParams): View =>
  views.find((view) => view === search.get('view')) ?? 'list'

/** The day in an address; `today` by default. */
export function dateIn(search: URLSearchParams, today: string): string {
  const date = search.get('date')
  return isDate(date) ? date : today
}

/** The weeks a view shows. */
export const weeksOf = (view: View, date: string): string[][] =>
  view === 'week' ? [weekOf(date)] : sheetOf(date)

/**
 * The present month without its past weeks, and with as many following ones. Undefined if no week is over yet, or if
 * another month is shown.
 */
export function fromThisWeek(weeks: string[][], today: string): string[][] | undefined {
  const present = weeks.findIndex((week) => week.includes(today))
  if (present < 1) return undefined
  const last = weeks.at(-1)?.[0] ?? today
  const further = Array.from({ length: present }, (_, n) => weekOf(addDays(last, 7 * (n + 1))))
  return [...weeks.slice(present), ...further]
}

/** The day one month or week later or earlier. */
export const stepped = (view: View, date: string, by: 1 | -1): string =>
  view === 'week' ? addDays(date, 7 * by) : addMonths(date, by)
