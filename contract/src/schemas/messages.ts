import { z } from 'zod'
import {
  MESSAGE_GROUPS_MAX,
  MESSAGES_AT_ONCE_MAX,
  CATCH_UP_MAX_MINUTES,
  PAUSE_AFTER_FAILURES_MAX,
  CATCH_UP_DEFAULT_MINUTES,
  PAUSE_AFTER_FAILURES_DEFAULT,
} from '../messages.ts'
import { Schedule } from '../schedule/schedule.ts'
import { Content } from './content.ts'
import { OccurrenceStatus, Occurrence } from './deliveries.ts'
import { Quiet } from './groups.ts'
import { SlotMark } from './schedule.ts'
import { SeriesQuery } from './series.ts'
import { Id, Instant, resource, page } from './wire.ts'
import { LocalDateTime } from '../time.ts'

/** Sent once, or again and again by its schedule. */
export const MessageKind = z.enum(['scheduled', 'automated'])
export type MessageKind = z.infer<typeof MessageKind>

/**
 * A scheduled message goes `draft`, `scheduled`, `sending`, then what became of it; an automated one
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

/** What a slot does that comes while the one before it is still being sent: give way, or wait for it. */
export const Overlap = z.enum(['skip', 'wait'])
export type Overlap = z.infer<typeof Overlap>

const editable = {
  kind: MessageKind,
  title: z.string().trim().max(120, 'A title has at most 120 characters.').optional(),
  content: Content,
  groupIds: z
    .array(Id)
    .max(MESSAGE_GROUPS_MAX, `Choose at most ${MESSAGE_GROUPS_MAX.toLocaleString('en')} groups.`),
  /** Forum topics to post in, by group; a group without an entry gets it in General. */
  topics: z.record(Id, z.array(z.string()).max(50)).optional(),
  schedule: z.optional(Schedule),
  /** A series never goes out later than half the time to its next slot, however large this is. */
  catchUpMinutes: z
    .number()
    .int('Give whole minutes.')
    .min(0, 'Give 0 minutes or more.')
    .max(CATCH_UP_MAX_MINUTES, 'At most 24 hours.'),
  onUnconfirmed: OnUnconfirmed,
  /** Of automated messages alone. */
  overlap: Overlap,
  pauseAfterFailures: z
    .number()
    .int('Give a whole number.')
    .min(0, 'Give 0 for never, or more.')
    .max(PAUSE_AFTER_FAILURES_MAX, `At most ${PAUSE_AFTER_FAILURES_MAX}.`),
}

/** What one slot does other than its series: it is left out, comes at another time, or says something else. */
export const Exception = z.object({
  /** The instant the rule gives the slot, by which it is named. */
  slotAt: Instant,
  local: LocalDateTime,
  skip: z.literal(true).optional(),
  /** On the wall clock of the schedule's zone. */
  moveTo: z.optional(LocalDateTime),
  content: Content.optional(),
  /** The content holds from this slot on; what the slot itself is and says is an exception of its own. */
  following: z.literal(true).optional(),
})
export type Exception = z.infer<typeof Exception>

/** A slot to come. */
export const Run = z.object({
  /** What the slot is called in `/slots/{slotAt}`: the instant the rule gives it. */
  slotAt: Instant,
  /** When it goes out: the slot, moved if somebody moved it, and its jitter. */
  at: Instant,
  /** The same without the jitter, on the wall clock of the schedule's zone. */
  local: LocalDateTime,
  mark: SlotMark.optional(),
  /** What makes it differ from its series. */
  changed: z.enum(['moved', 'content']).optional(),
  quiet: Quiet.optional(),
})
export type Run = z.infer<typeof Run>

/** What became of one occurrence, for a row of dots. */
export const Result = z.object({
  occurrenceId: Id,
  at: Instant,
  status: OccurrenceStatus,
  /** Why it was passed over, in words. */
  reason: z.string().optional(),
})
export type Result = z.infer<typeof Result>

export const Message = z.object({
  ...resource,
  ...editable,
  /** How many groups it goes to; of these a list names only the first. */
  groupCount: z.number().int(),
  /**
   * Of a message that some of its groups got before: how many have it, or may have it, and of how many in all.
   * `groupIds` names only those that it is still to go to once it was given another time.
   */
  reach: z
    .object({
      groups: z.number().int(),
      of: z.number().int(),
      /** How many groups of `groups` may have it, but it is not certain: the answer of the network was lost. */
      unsure: z.number().int(),
      /** The first of all that it was for. */
      groupIds: z.array(Id),
    })
    .optional(),
  /** The `rev` of the last change by a person; a message that is sent changes by itself after it. */
  editedRev: z.number().int(),
  status: MessageStatus,
  /** The schedule in words. */
  words: z.string().optional(),
  /** The instant of the next send, when one is to come. */
  nextAt: Instant.nullable(),
  /** Set when the clocks change around `nextAt`. */
  nextMark: SlotMark.optional(),
  /** The next sends, at most three; exactly what will happen. */
  nextRuns: z.array(Run),
  /** What became of the last ten occurrences, the newest first. */
  lastResults: z.array(Result),
  /** How many runs there were; the next one has the number after it. */
  runs: z.number().int(),
  /** Slots to come that differ from their series. */
  exceptions: z.array(Exception),
  /** When it goes on by itself, if it was paused until then. */
  pausedUntil: Instant.nullable(),
  /** What quiet hours of its groups would do to it now. */
  quietNow: Quiet.optional(),
  /** The latest occurrence, with its counts. */
  occurrence: Occurrence.nullable(),
})
export type Message = z.infer<typeof Message>

/**
 * A message as lists and live events tell it: without what can grow to megabytes and only its own page
 * needs. Its `groupIds` are the first twenty, its schedule has no skips and moves; read the message itself
 * before it is changed.
 */
export const MessageSummary = Message.omit({ topics: true, exceptions: true })
export type MessageSummary = z.infer<typeof MessageSummary>

/**
 * What the editor sends. A draft may be incomplete; `active` asks for everything, and a message that is
 * sent once becomes `scheduled` by it.
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

export const Messages = page(MessageSummary)

export const MessagesQuery = SeriesQuery.extend({ kind: MessageKind.optional() })

export const CountsQuery = z.object({ kind: MessageKind.optional() })

export const MessageCounts = z.object({
  /** A status that no message has is left out. */
  statuses: z.partialRecord(MessageStatus, z.number().int()),
  attention: z.number().int(),
})

export const UpdatedMessage = Message.extend({
  /** Exceptions that match no slot of the new schedule and are gone. */
  dropped: z.array(Exception).optional(),
})

export const UpdateMessage = MessageInput.extend({
  rev: z.number().int(),
  /** `paused` keeps a paused message paused, also until the same time. */
  status: z.enum(['draft', 'active', 'paused']),
})

export const SomeMessages = z.object({
  ids: z
    .array(Id)
    .min(1, 'Choose a message.')
    .max(MESSAGES_AT_ONCE_MAX, `Choose at most ${MESSAGES_AT_ONCE_MAX} messages.`),
})

/** To which messages it was done, and why not to the first of the others, in words. */
export const DoneToSome = z.object({ done: z.array(Id), refused: z.string().nullable() })

export const PauseMessage = z
  .object({
    /** When an automated message goes on by itself. */
    until: Instant.optional(),
    /** Whether what waits to be sent is taken back; else it is finished first. */
    stopRemaining: z.boolean().default(true),
  })
  .prefault({})

/** What a message said, or says. */
export const MessageVersion = z.object({
  contentId: Id,
  content: Content,
  /** When it was written. */
  at: Instant,
  /** Whether the message says it now. */
  isCurrent: z.boolean(),
  /** How many of its latest runs said it, and when the last of them was due; none if it was saved and never sent. */
  runs: z.number().int(),
  lastRunAt: Instant.nullable(),
})
export type MessageVersion = z.infer<typeof MessageVersion>

export const MessageVersions = z.object({ items: z.array(MessageVersion) })

export const Occurrences = page(Occurrence)
