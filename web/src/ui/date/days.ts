/** Days by the calendar alone, as fields hold them: `2026-12-01`. Weeks begin on Monday. */

/** `n` days later, or earlier. */
export function plusDays(day: string, n: number): string {
  const [year, month, date] = parts(day)
  return iso(Date.UTC(year, month - 1, date + n))
}

/** The same day `n` months later, or the last one of that month. */
export function plusMonths(day: string, n: number): string {
  const [year, month, date] = parts(day)
  const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate()
  return iso(Date.UTC(year, month - 1 + n, Math.min(date, last)))
}

/** 0 is Monday. */
export const weekdayOf = (day: string) => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7

/** Six weeks, from that of the first of the month. Always six, so that the height does not change. */
export function sheet(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const monday = plusDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, n) => plusDays(monday, week * 7 + n)),
  )
}

const parts = (day: string) => day.split('-').map(Number) as [number, number, number]
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
