import { addDays } from './days.ts'
import type { CalendarDay } from './move.ts'
import type { View } from './view.ts'

/** The hours of a day in local time. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** An hour of a day: `2026-12-01T09`. */
export const slotOf = (date: string, hour: string) => `${date}T${hour}`

/** The first visible hour of a week: two before the present one, in another week eight, or that of an earlier send. */
export function firstHour(
  week: readonly string[],
  byDate: ReadonlyMap<string, Pick<CalendarDay, 'sends'>>,
  now: string,
): string {
  const hourOf = (local: string) => local.slice(11, 13)
  if (week.includes(now.slice(0, 10))) return HOURS[Math.max(0, Number(hourOf(now)) - 2)] ?? '00'
  return week
    .flatMap((date) => byDate.get(date)?.sends ?? [])
    .reduce((first, { local }) => (hourOf(local) < first ? hourOf(local) : first), '08')
}

/** The time of a new message for a day: nine, today the next full hour; undefined for a past day. */
export function beginOn(date: string, now: string): string | undefined {
  if (date > now.slice(0, 10)) return `${date}T09:00`
  const next = HOURS[Number(now.slice(11, 13)) + 1]
  return date === now.slice(0, 10) && next ? `${date}T${next}:00` : undefined
}

/** The slot that an arrow key moves to; undefined at the ends of a day, or for another key. */
export function nextSlot(slot: string, key: string): string | undefined {
  const [date = '', hour = ''] = slot.split('T')
  switch (key) {
    case 'ArrowLeft':
      return slotOf(addDays(date, -1), hour)
    case 'ArrowRight':
      return slotOf(addDays(date, 1), hour)
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = HOURS[Number(hour) + (key === 'ArrowUp' ? -1 : 1)]
      return next && slotOf(date, next)
    }
    default:
      return undefined
  }
}

/** The local time to which an arrow key moves a send: by a day, or up and down by a week, in a week by an hour. */
export function movedBy(key: string, local: string, view: View): string | undefined {
  const row = view === 'week' ? 1 : 7 * 24
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -24,
    ArrowRight: 24,
    ArrowUp: -row,
    ArrowDown: row,
  }
  const hours = steps[key]
  if (hours === undefined) return undefined
  return new Date(Date.parse(`${local}Z`) + hours * 3_600_000).toISOString().slice(0, 16)
}
