const DAY_MS = 86_400_000

/** One month later at the same time of day (UTC); the last day of a shorter month where there is no such day. */
export function monthAfter(at: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

export const daysAfter = (at: number, days: number): number => at + days * DAY_MS
