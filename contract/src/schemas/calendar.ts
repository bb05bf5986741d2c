import { z } from 'zod'
import { Quiet } from './groups.ts'
import { MediaKind } from './media.ts'
import { SlotMark } from './schedule.ts'
import { Id, Instant } from './wire.ts'
import { LocalDateTime, TimeZone } from '../time.ts'

export const SendKind = z.enum(['scheduled', 'automated', 'cycle'])
export const SendStatus = z.enum(['planned', 'sending', 'done', 'partly', 'failed', 'skipped'])

/** What a content is besides a text; of a file its kind. */
export const Shows = z.enum(['poll', 'album', ...MediaKind.options])
export type Shows = z.infer<typeof Shows>

/** One send of a message, on its way, over, or to come exactly like this. */
export const Send = z.object({
  source: z.enum(['message', 'cycle']),
  sourceId: Id,
  kind: SendKind,
  title: z.string().optional(),
  /** The color of its cycle, as a person has chosen it, like #1f6feb. */
  color: z.string().optional(),
  /** How what it says begins, without its markup. */
  text: z.string(),
  /** What it is besides a text. */
  shows: Shows.optional(),
  /** `planned` while it is to come; then as its occurrence stands. */
  status: SendStatus,
  /** Why it was passed over, in words. */
  reason: z.string().optional(),
  /** When it goes out, or went: its slot and its jitter. */
  at: Instant,
  /** Until when the first of it waits, if all that is left of it waits for quiet hours or limits of its groups. */
  waitsUntil: Instant.optional(),
  /** The same without the jitter, on the wall clock of the zone that was asked for. */
  local: LocalDateTime,
  /** The slot's name; null for what was sent now. */
  slotAt: Instant.nullable(),
  /** Once it is more than a plan. */
  occurrenceId: Id.nullable(),
  mark: SlotMark.optional(),
  /** What makes it differ from its series; a `skipped` one is left out. */
  changed: z.enum(['moved', 'content', 'skipped']).optional(),
  /** The first of its groups, by whose mark it is told apart. */
  groupId: Id.optional(),
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

export const Calendar = z.object({
  timeZone: z.string(),
  /** Only days with something to tell, in order. */
  days: z.array(z.object({ date: z.iso.date(), ...counted, sends: z.array(Send) })),
})

export const CalendarQuery = z.object({
  /** The first and the last day, both included. */
  from: LocalDate,
  to: LocalDate,
  /** Whose days these are; the profile's zone if none is given. */
  timeZone: z.optional(TimeZone),
  /** Only what goes to this group, is of this kind, or stands like this: one status, or several with commas. */
  groupId: Id.optional(),
  kind: SendKind.optional(),
  status: z.string().max(100).optional(),
})

export const Today = z.object({
  timeZone: z.string(),
  /** In the order of time. */
  sends: z.array(Send),
  ...counted,
})
