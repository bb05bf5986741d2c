import { z } from 'zod'
import { Quiet } from './groups.ts'
import { MediaKind } from './media.ts'
import { SlotMark } from './schedule.ts'
import { Id, Instant } from './wire.ts'
import { LocalDateTime, TimeZone } from '../time.ts'

export const SendKind = z.enum(['scheduled', 'automated', 'cycle'])
export const SendStatus = z.enum(['planned', 'sending', 'done', 'partly', 'failed', 'skipped'])

/** What a content shows besides text; for a single file, its kind. */
export const Shows = z.enum(['poll', 'album', ...MediaKind.options])
export type Shows = z.infer<typeof Shows>

/** One send of a message or a cycle: planned, in progress or finished. */
export const Send = z.object({
  source: z.enum(['message', 'cycle']),
  sourceId: Id,
  kind: SendKind,
  title: z.string().optional(),
  /** The color of its cycle, as a person has chosen it, like #1f6feb. */
  color: z.string().optional(),
  /** The beginning of its text, without markup. */
  text: z.string(),
  /** What it shows besides text. */
  shows: Shows.optional(),
  /** `planned` until it has an occurrence; then the status of that. */
  status: SendStatus,
  /** Why it was skipped, in words. */
  reason: z.string().optional(),
  /** When it goes out, or went: its slot and its jitter. */
  at: Instant,
  /** When the first waiting delivery may go, if all that are left wait for quiet hours or limits of their groups. */
  waitsUntil: Instant.optional(),
  /** The same without the jitter, on the wall clock of the zone that was asked for. */
  local: LocalDateTime,
  /** The instant that names its slot; null for a send now. */
  slotAt: Instant.nullable(),
  /** Null while it is only planned. */
  occurrenceId: Id.nullable(),
  mark: SlotMark.optional(),
  /** How a person changed this slot of the series; a `skipped` one will not be sent. */
  changed: z.enum(['moved', 'content', 'skipped']).optional(),
  /** The first of its groups, whose mark is shown beside it: of those that it was planned for, once it is. */
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
  /** Only days with a send, in order. */
  days: z.array(z.object({ date: z.iso.date(), ...counted, sends: z.array(Send) })),
})

export const CalendarQuery = z.object({
  /** The first and the last day, both included. */
  from: LocalDate,
  to: LocalDate,
  /** Whose days these are; the profile's zone if none is given. */
  timeZone: z.optional(TimeZone),
  /** Only what goes to this group, is of this kind, or has this status: one, or several with commas. */
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
