import { endpoint } from './endpoint.ts'

export type { DailyCounts, Send, Shows, Stretch } from './schemas/calendar.ts'

/** Most sends listed for one day, some of every series; `count` gives the number of all. */
export const CALENDAR_DAY_MAX = 50

/** The same, if a request is for at most a week: as many sends in all as of a month. */
export const CALENDAR_WEEK_DAY_MAX = 300

/** If a request is for one day alone: for what opens that day. */
export const CALENDAR_ONE_DAY_MAX = 500

/** The most that such a request may ask for instead: some 700 kB, and each minute of a day has room. */
export const CALENDAR_WHOLE_DAY_MAX = 2_000

/** Most days that one request may span: more than the six weeks that a month view shows. */
export const CALENDAR_DAYS_MAX = 62

/** Most sends listed for today, some of every series; the others are summed up, and `count` gives the number of all. */
export const TODAY_MAX = 200

/**
 * Most slots, of all series together, that one calendar request computes. If there are more, only the first slots
 * of each series and day are computed, and `atLeast` says that there are more sends than `count`.
 */
export const CALENDAR_SLOTS_MAX = 20_000

/** How many days the daily counts go back, today included. */
export const COUNTED_DAYS = 14

/** The most runs that are counted, the newest first: some 1,400 a day. Days that would be counted only in part are left out. */
export const COUNTED_RUNS_MAX = 20_000

export const getDailyCounts = endpoint({
  method: 'GET',
  path: '/api/calendar/counts',
  summary: 'Count the copies of each of the last days that were sent, and those that were not.',
  auth: 'user',
  cost: 'heavy',
  data: 'DailyCounts',
})

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  summary: 'What was, is and will be sent between two dates, day by day.',
  auth: 'user',
  cost: 'heavy',
  query: 'CalendarQuery',
  data: 'Calendar',
})

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  summary: 'What is being sent, what was sent since midnight, and what goes out within 24 hours.',
  auth: 'user',
  cost: 'heavy',
  data: 'Today',
})

/**
 * Returns at most `max` sends in their order: first one of each source, then a second one of each, and so on. So a
 * source that sends every five minutes does not hide the others.
 */
export function selectFairly<S extends { sourceId: string }>(
  sends: readonly S[],
  max: number,
): S[] {
  if (sends.length <= max) return [...sends]
  const turns = new Map<string, number>()
  const ranked = sends.map((send, index) => {
    const turn = turns.get(send.sourceId) ?? 0
    turns.set(send.sourceId, turn + 1)
    return { send, index, turn }
  })
  return ranked
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, max)
    .toSorted((a, b) => a.index - b.index)
    .map(({ send }) => send)
}
