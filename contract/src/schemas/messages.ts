import { z } from 'zod'
import {
  MESSAGE_GROUPS_MAX,
  MESSAGES_PER_CALL_MAX,
  CATCH_UP_MAX_MINUTES,
  PAUSE_AFTER_FAILURES_MAX,
  CATCH_UP_DEFAULT_MINUTES,
  PAUSE_AFTER_FAILURES_DEFAULT,
} from '../messages.ts'
import { Schedule } from '../schedule/schedule.ts'
import { Content } from './content.ts'
import { OccurrenceStatus, Occurrence } from './occurrences.ts'
import { Quiet } from './groups.ts'
import { SlotMark } from './schedule.ts'
import { SeriesQuery } from './series.ts'
import { FromForm, SavedForm } from './unsaved.ts'
import { Id, Instant, resource, page } from './wire.ts'
import { LocalDateTime } from '../time.ts'

/** Sent once, or again and again by its schedule. */
export const MessageKind = z.enum(['scheduled', 'automated'])
export type MessageKind = z.infer<typeof MessageKind>

/**
 * A scheduled message goes through `draft`, `scheduled`, `sending`, then its result; an automated one through
 * `draft`, `active`, `finished`. Both may be `paused` or `canceled`.
 */
export const MessageStatus = z.enum([
  'draft',
  'scheduled',
  'active',
  'sending',
  'sent',
  'partly_sent',
  'failed',
  'missed',
  'paused',
  'finished',
  'canceled',
])
export type MessageStatus = z.infer<typeof MessageStatus>

/** What to do with a delivery whose answer was lost. */
export const OnUnconfirmed = z.enum(['ask', 'resend', 'assume_sent'])
export type OnUnconfirmed = z.infer<typeof OnUnconfirmed>

/** What a slot does if the previous one is still being sent: it is skipped, or it waits. */
export const Overlap = z.enum(['skip', 'wait'])
export type Overlap = z.infer<typeof Overlap>

const editable = {
  kind: MessageKind,
  title: z.string().trim().max(120, 'A title has at most 120 characters.').optional(),
  content: Content,
  groupIds: z
    .array(Id)
    .max(MESSAGE_GROUPS_MAX, `Choose at most ${MESSAGE_GROUPS_MAX.toLocaleString('en')} groups.`),
  /** Forum topics to post in, by group; a group without an entry gets the message in General. */
  topics: z.record(Id, z.array(z.string()).max(50)).optional(),
  schedule: z.optional(Schedule),
  /** A series is also never sent later than half the time to its next slot. */
  catchUpMinutes: z
    .number()
    .int('Give whole minutes.')
    .min(0, 'Give 0 minutes or more.')
    .max(CATCH_UP_MAX_MINUTES, 'At most 24 hours.'),
  onUnconfirmed: OnUnconfirmed,
  /** Only for automated messages. */
  overlap: Overlap,
  pauseAfterFailures: z
    .number()
    .int('Give a whole number.')
    .min(0, 'Give 0 for never, or more.')
    .max(PAUSE_AFTER_FAILURES_MAX, `At most ${PAUSE_AFTER_FAILURES_MAX}.`),
}

/** How one slot differs from its series: it is skipped, moved, or has another content. */
export const Exception = z.object({
  /** The instant that the rule gives the slot; it identifies the slot. */
  slotAt: Instant,
  local: LocalDateTime,
  skip: z.literal(true).optional(),
  /** On the wall clock of the schedule's zone. */
  moveTo: z.optional(LocalDateTime),
  content: Content.optional(),
  /**
   * The content is valid from this slot on (“from then on”), and is the content of the series once this slot, or the first
   * one after it, is planned. Changes of this slot alone are a separate exception.
   */
  following: z.literal(true).optional(),
})
export type Exception = z.infer<typeof Exception>

/** A slot to come. */
export const Run = z.object({
  /** The name of the slot in `/slots/{slotAt}`: the instant that the rule gives it. */
  slotAt: Instant,
  /** When it is due: the slot, moved if a person moved it, plus its jitter. */
  at: Instant,
  /** `at` without jitter, in local time of the schedule's zone. */
  local: LocalDateTime,
  mark: SlotMark.optional(),
  /** How it differs from its series. */
  changed: z.enum(['moved', 'content']).optional(),
  quiet: Quiet.optional(),
  /** What the daily limits of its groups will do to it, after what is sent to them before it that day. */
  limit: Quiet.optional(),
})
export type Run = z.infer<typeof Run>

/** The result of one occurrence, for a row of dots. */
export const Result = z.object({
  occurrenceId: Id,
  at: Instant,
  status: OccurrenceStatus,
  /** Why it was skipped, in words. */
  reason: z.string().optional(),
  /** Whether it was skipped because its time had passed before it could go out. */
  missed: z.literal(true).optional(),
})
export type Result = z.infer<typeof Result>

export const Message = z.object({
  ...resource,
  ...editable,
  /** The number of its groups; `groupIds` in a list names only the first of them. */
  groupCount: z.number().int(),
  /**
   * If some groups got the message in an earlier send: how many groups have it or may have it, and how many there are
   * in all. After the message got a new time, the `groupIds` of the message names only the groups still to get it.
   */
  reach: z
    .object({
      groups: z.number().int(),
      of: z.number().int(),
      /** How many of `groups` are uncertain: the answer of the network was lost. */
      unsure: z.number().int(),
      /** The first of all groups that it was for. */
      groupIds: z.array(Id),
      /** How many of its present groups can still get it: they, or some of their topics, do not have it. */
      left: z.number().int().optional(),
    })
    .optional(),
  /** The `rev` of the last change by a person; sending changes the message as well. */
  editedRev: z.number().int(),
  status: MessageStatus,
  /** The schedule in words. */
  words: z.string().optional(),
  /** The instant of the next send, if there is one. */
  nextAt: Instant.nullable(),
  /** Set if the clocks change around `nextAt`. */
  nextMark: SlotMark.optional(),
  /** The next sends, at most three, exactly as they will happen. */
  nextRuns: z.array(Run),
  /** The results of the last ten occurrences, newest first. */
  lastResults: z.array(Result),
  /** The number of the latest run; the next run has the following number. */
  runs: z.number().int(),
  /** Slots to come that differ from their series. */
  exceptions: z.array(Exception),
  /** When the pause ends by itself, if it has an end. */
  pausedUntil: Instant.nullable(),
  /** How quiet hours of its groups would affect it now. */
  quietNow: Quiet.optional(),
  /** The latest occurrence, with its counts. */
  occurrence: Occurrence.nullable(),
  /** The `attempt` of the last save that also sent it: who got no answer to that save knows by this that it was done. */
  sentBy: z.string().optional(),
})
export type Message = z.infer<typeof Message>

/**
 * A message in lists and live events: without large fields that only its own page needs. Its `groupIds` are the first
 * twenty, and its schedule has no skips and moves, so read the full message before you change it.
 */
export const MessageSummary = Message.omit({ topics: true, exceptions: true, sentBy: true })
export type MessageSummary = z.infer<typeof MessageSummary>

/**
 * What the editor sends. A draft may be incomplete; `active` needs all fields, and gives a message that is sent once
 * the status `scheduled`.
 */
export const MessageInput = z.object({
  ...editable,
  groupIds: editable.groupIds.default([]),
  catchUpMinutes: editable.catchUpMinutes.default(CATCH_UP_DEFAULT_MINUTES),
  onUnconfirmed: editable.onUnconfirmed.default('ask'),
  overlap: editable.overlap.default('skip'),
  pauseAfterFailures: editable.pauseAfterFailures.default(PAUSE_AFTER_FAILURES_DEFAULT),
  status: z.enum(['draft', 'active']),
})
export type MessageInput = z.input<typeof MessageInput>

export const CreateMessage = MessageInput.extend({
  ...FromForm.shape,
  /** `sending` sends a message of the kind `scheduled` at once, as its `send-now` does; if that is refused, nothing is saved. */
  status: z.enum(['draft', 'active', 'sending']),
})

export const Messages = page(MessageSummary)

export const MessagesQuery = SeriesQuery.extend({ kind: MessageKind.optional() })

export const CountsQuery = z.object({ kind: MessageKind.optional() })

export const MessageCounts = z.object({
  /** A status without messages is left out. */
  statuses: z.partialRecord(MessageStatus, z.number().int()),
  /** How many of them need attention, as the list with `attention` has them. */
  attention: z.number().int(),
})

export const UpdatedMessage = Message.extend({
  /** Exceptions that matched no slot of the new schedule and were removed. */
  dropped: z.array(Exception).optional(),
})

export const UpdateMessage = MessageInput.extend({
  ...SavedForm.shape,
  /** The name of this save; a repetition has the same one. If the save sends the message, it becomes its `sentBy`. */
  attempt: FromForm.shape.attempt,
  rev: z.number().int(),
  /** `paused` keeps a paused message paused, also until the same time; `sending` is as at the creation. */
  status: z.enum(['draft', 'active', 'paused', 'sending']),
  /**
   * The status that the person saw. If saving as `active` would start what has stopped since (it paused itself or has
   * ended), it is refused as a conflict with the present state.
   */
  openedAs: MessageStatus.optional(),
})

export const SomeMessages = z.object({
  ids: z
    .array(Id)
    .min(1, 'Choose a message.')
    .max(MESSAGES_PER_CALL_MAX, `Choose at most ${MESSAGES_PER_CALL_MAX} messages.`),
})

/** The messages for which the call succeeded, and why the first of the others was refused, in words. */
export const DoneToSome = z.object({
  done: z.array(Id),
  refused: z.string().nullable(),
  /** That the time of a restored message has passed, so that it is not sent, in words. */
  missed: z.string().optional(),
})

export const PauseMessage = z
  .object({
    /** When the pause of an automated message ends by itself. */
    until: Instant.optional(),
    /** Whether what waits to be sent is canceled; if not, it is sent first. */
    stopRemaining: z.boolean().default(true),
  })
  .prefault({})

/** A former or the current content of a message. */
export const MessageVersion = z.object({
  contentId: Id,
  content: Content,
  /** When it was written. */
  at: Instant,
  /** Whether it is the current content. */
  isCurrent: z.boolean(),
  /** How many of the latest runs sent it, and when the last of them was due; 0 and null if it was never sent. */
  runs: z.number().int(),
  lastRunAt: Instant.nullable(),
})
export type MessageVersion = z.infer<typeof MessageVersion>

export const MessageVersions = z.object({ items: z.array(MessageVersion) })

export const Occurrences = page(Occurrence)
