import type { Simulation } from '@carillon/contract/cycles'

/** One day of a simulation, on the wall clock of the timetable. */
export type Day = {
  date: string
  sends: number
  skipped: number
  level: 0 | 1 | 2 | 3 | 4
  /** The simulation ended before it: nobody knows what is sent on it. */
  unknown?: true
}

const DAY_MS = 86_400_000

/** What is sent and what is skipped on all of these days. */
export const totalOf = (byDay: Simulation['byDay']) =>
  byDay.reduce(
    (all, day) => ({ sends: all.sends + day.sends, skipped: all.skipped + day.skipped }),
    { sends: 0, skipped: 0 },
  )

/**
 * The days from `from`, each with how much is sent on it; `level` is that beside the fullest day. With `atLeast` only
 * the first days were computed.
 */
export function daysOf(
  { byDay, atLeast }: Pick<Simulation, 'byDay' | 'atLeast'>,
  from: string,
  days: number,
): Day[] {
  const last = atLeast && byDay.at(-1)?.date
  const known = new Map(byDay.map((day) => [day.date, day]))
  const full = byDay.map(({ sends }) => sends).filter((sends) => sends > 0)
  const most = Math.max(...full)
  // Where all days are alike none stands out.
  const isEven = full.every((sends) => sends === most)
  return Array.from({ length: days }, (_, n) => {
    const date = new Date(Date.parse(`${from}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10)
    const { sends, skipped } = known.get(date) ?? { sends: 0, skipped: 0 }
    const level = sends === 0 ? 0 : isEven ? 2 : (Math.ceil((sends / most) * 4) as Day['level'])
    return { date, sends, skipped, level, ...(last && date > last ? { unknown: true } : {}) }
  })
}
