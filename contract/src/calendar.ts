import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Quiet } from './groups.ts'
import { SlotMark } from './schedule.ts'
import { Id, Instant, LocalDateTime, TimeZone } from './wire.ts'

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

/** One send of a message, on its way, over, or to come exactly like this. */
export const Send = z.object({
  source: z.enum(['message', 'cycle']),
  sourceId: Id,
  kind: z.enum(['scheduled', 'automated', 'cycle']),
  title: z.string().optional(),
  /** How what it says begins. */
  text: z.string(),
  /** `planned` while it is to come; then as its occurrence stands. */
  status: z.enum(['planned', 'sending', 'done', 'partly', 'failed', 'skipped']),
  /** Why it was passed over, in words. */
  reason: z.string().optional(),
  /** When it goes out, or went: its slot and its jitter. */
  at: Instant,
  /** The same without the jitter, on the wall clock of the zone that was asked for. */
  local: LocalDateTime,
  /** The slot's name; null for what was sent now. */
  slotAt: Instant.nullable(),
  /** Once it is more than a plan. */
  occurrenceId: Id.nullable(),
  mark: SlotMark.optional(),
  /** What makes it differ from its series; a `skipped` one is left out. */
  changed: z.enum(['moved', 'content', 'skipped']).optional(),
  /** To how many groups. */
  groups: z.number().int(),
  quiet: Quiet.optional(),
})
export type Send = z.infer<typeof Send>

const counted = {
  count: z.number().int(),
  /** There are more than `count`: nobody counted them. */
  atLeast: z.literal(true).optional(),
}

const LocalDate = z.iso.date('Give a date, like 2026-12-01.')

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  summary: 'What was, is and will be sent between two dates, day by day.',
  auth: 'user',
  cost: 'heavy',
  query: z.object({
    /** The first and the last day, both included. */
    from: LocalDate,
    to: LocalDate,
    /** Whose days these are; the profile's zone if none is given. */
    timeZone: TimeZone.optional(),
  }),
  data: z.object({
    timeZone: z.string(),
    /** Only days with something to tell, in order. */
    days: z.array(z.object({ date: z.iso.date(), ...counted, sends: z.array(Send) })),
  }),
})

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  summary: 'What is being sent, what was sent since midnight, and what goes out within 24 hours.',
  auth: 'user',
  cost: 'heavy',
  data: z.object({
    timeZone: z.string(),
    /** In the order of time. */
    sends: z.array(Send),
    ...counted,
  }),
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
