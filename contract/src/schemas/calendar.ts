import { z } from 'zod'
import { CALENDAR_WHOLE_DAY_MAX } from '../calendar.ts'
import { WaitCode } from './occurrences.ts'
import { Quiet } from './groups.ts'
import { MediaKind } from './media.ts'
import { SlotMark } from './schedule.ts'
import { Id, Instant } from './wire.ts'
import { LocalDateTime, TimeZone } from '../time.ts'

export const SendKind = z.enum(['scheduled', 'automated', 'cycle'])
export const SendStatus = z.enum(['planned', 'sending', 'done', 'partly', 'failed', 'skipped'])

/** What a content contains in addition to text; for a single file, the kind of the file. */
export const Shows = z.enum(['poll', 'album', ...MediaKind.options])
export type Shows = z.infer<typeof Shows>

/** One send of a message or a cycle: planned, in progress or finished. */
export const Send = z.object({
  source: z.enum(['message', 'cycle']),
  sourceId: Id,
  kind: SendKind,
  title: z.string().optional(),
  /** The color that a person chose for the cycle, like #1f6feb. */
  color: z.string().optional(),
  /** The beginning of its text, without markup. */
  text: z.string(),
  /** How many texts it has, if there are several and it was not sent yet: one of them is sent. */
  texts: z.number().int().optional(),
  /** What it contains in addition to text. */
  shows: Shows.optional(),
  /**
   * `planned` while it is still to come, without an occurrence; `skipped` if it will not be sent. Then the status of
   * the occurrence.
   */
  status: SendStatus,
  /** Why it was or will be skipped, in words. */
  reason: z.string().optional(),
  /** Whether it was skipped because its time had passed before it could go out. */
  missed: z.literal(true).optional(),
  /** Whether no group is known to have it and some may: their answers were lost. */
  unsure: z.literal(true).optional(),
  /** When it is or was due: its slot plus its jitter. */
  at: Instant,
  /** Whether all or some of what it has sent was deleted from its groups again; missing if nothing was. */
  deleted: z.enum(['all', 'some']).optional(),
  /** When the next delivery may be sent, if all remaining ones wait for quiet hours or limits of their groups. */
  waitsUntil: Instant.optional(),
  /** What that delivery waits for. */
  waitsFor: WaitCode.optional(),
  /** It is to come, and is skipped then, since the one before it is still being sent. */
  willSkip: z.literal(true).optional(),
  /** Whether it is to come or in progress, and no group of it can be sent to now. */
  unreachable: z.literal(true).optional(),
  /** `at` without jitter, in local time of the requested zone. */
  local: LocalDateTime,
  /** The instant that identifies its slot; null if it was sent by "Send now". */
  slotAt: Instant.nullable(),
  /** Null until its occurrence is planned. */
  occurrenceId: Id.nullable(),
  mark: SlotMark.optional(),
  /** How a person changed this slot of the series; a `skipped` one will not be sent. */
  changed: z.enum(['moved', 'content', 'skipped']).optional(),
  /** Its first group, whose icon is shown with it; after planning: the first group it was planned for. */
  groupId: Id.optional(),
  /** The number of its groups. */
  groups: z.number().int(),
  quiet: Quiet.optional(),
  /** What the daily limits of its groups will do to it, after what is sent to them before it that day. */
  limit: Quiet.optional(),
})
export type Send = z.infer<typeof Send>

const counted = {
  count: z.number().int(),
  /** There are more than `count`, but they were not counted. */
  atLeast: z.literal(true).optional(),
}

const LocalDate = z.iso.date('Give a date, like 2026-12-01.')

/** Sends of one series and status that follow each other closely. */
export const Stretch = z.object({
  sourceId: Id,
  status: SendStatus,
  missed: Send.shape.missed,
  unsure: Send.shape.unsure,
  /** They are to come, and no group of them can be sent to now. */
  unreachable: Send.shape.unreachable,
  /** The rules of its groups will skip these sends in all of them, or each comes while the one before it is still sent. */
  willSkip: z.literal(true).optional(),
  /** When the first and the last of them are due. */
  from: Instant,
  to: Instant,
  count: z.number().int(),
})
export type Stretch = z.infer<typeof Stretch>

export const Calendar = z.object({
  timeZone: z.string(),
  /** Only days with a send, in time order. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      ...counted,
      sends: z.array(Send),
      /** How many of them are in each hour of the day, if not all are listed. */
      hours: z.array(z.number().int()).optional(),
      /**
       * The sends that are not listed, of series of which some are: one entry for each series and status, with how many
       * of them are in each hour of the day. Missing if there are none.
       */
      unlisted: z.array(Stretch.extend({ hours: z.array(z.number().int()) })).optional(),
    }),
  ),
})

export const CalendarQuery = z.object({
  /** The first and the last day, both included. */
  from: LocalDate,
  to: LocalDate,
  /** The zone that defines the days; if missing, that of the profile. */
  timeZone: z.optional(TimeZone),
  /** Filters by group, kind and status; `status` may have several values, separated by commas. */
  groupId: Id.optional(),
  kind: SendKind.optional(),
  status: z.string().max(100).optional(),
  /** Most sends listed, if one day alone is asked for; 500 if missing. */
  most: z.coerce.number().int().min(1).max(CALENDAR_WHOLE_DAY_MAX).optional(),
})

export const Today = z.object({
  timeZone: z.string(),
  /** In time order. */
  sends: z.array(Send),
  /** The other sends of series of which some are listed; missing if there are none. */
  unlisted: z.array(Stretch).optional(),
  ...counted,
})

/** How many of the runs that were due on a day have ended how, in the time zone of the profile. */
export const DailyCounts = z.object({
  timeZone: z.string(),
  /** In time order, days without a run included; today is the last. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      sent: z.number().int(),
      failed: z.number().int(),
      skipped: z.number().int(),
      /** May have been sent: the answer was lost. */
      unconfirmed: z.number().int(),
      /** Runs that were skipped in all groups before any copy was made. */
      skippedRuns: z.number().int(),
    }),
  ),
})
export type DailyCounts = z.infer<typeof DailyCounts>
