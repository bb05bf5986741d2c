import { endpoint } from './endpoint.ts'

export type { Send, Shows } from './schemas/calendar.ts'

/** Sends told of one day, of every series some; with more of them `count` says how many there are. */
export const CALENDAR_DAY_MAX = 50

/** Days that one question may span: six weeks of a month's sheet, and some. */
export const CALENDAR_DAYS_MAX = 62

/** Sends told of today; with more of them `count` says how many there are. */
export const TODAY_MAX = 200

/**
 * Slots of all series together that one answer is worked out from. Of more, each series is looked at only
 * so far in each day, and `atLeast` says that there are more sends than `count`.
 */
export const CALENDAR_SLOTS_MAX = 20_000

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
 * At most `max` of a day's sends, in their order. Each source has its turn, so that one that is sent
 * every five minutes hides no other.
 */
export function inTurns<S extends { sourceId: string }>(sends: readonly S[], max: number): S[] {
  if (sends.length <= max) return [...sends]
  const turns = new Map<string, number>()
  const ranked = sends.map((send, place) => {
    const turn = turns.get(send.sourceId) ?? 0
    turns.set(send.sourceId, turn + 1)
    return { send, place, turn }
  })
  return ranked
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, max)
    .toSorted((a, b) => a.place - b.place)
    .map(({ send }) => send)
}
