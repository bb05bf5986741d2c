import { z } from 'zod'
import { Content } from './content/content.ts'
import { Occurrence, OccurrenceStatus } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { Quiet } from './groups.ts'
import { Schedule, SlotMark } from './schedule.ts'
import { Done, Id, IdParams, Instant, LocalDateTime, page, PageQuery, resource } from './wire.ts'

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

/** Most groups one message may name: a fan-out of this size is planned in a few slices. */
export const MESSAGE_GROUPS_MAX = 5_000

/** How late a message may still go, in minutes: default and largest (a day). */
export const CATCH_UP_DEFAULT_MINUTES = 15
export const CATCH_UP_MAX_MINUTES = 24 * 60

/** What to do with a delivery whose answer was lost. */
export const OnUnconfirmed = z.enum(['ask', 'resend', 'assume_sent'])
export type OnUnconfirmed = z.infer<typeof OnUnconfirmed>

/** What a slot does that comes while the one before it is still being sent: give way, or wait for it. */
export const Overlap = z.enum(['skip', 'wait'])
export type Overlap = z.infer<typeof Overlap>

/** After how many failed occurrences in a row a series pauses itself, unless it says otherwise; 0 is never. */
export const PAUSE_AFTER_FAILURES_DEFAULT = 5
export const PAUSE_AFTER_FAILURES_MAX = 100

/** How much of a series is told with it. */
export const NEXT_RUNS = 3
export const LAST_RESULTS = 10

const editable = {
  kind: MessageKind,
  title: z.string().trim().max(120, 'Use at most 120 characters.').optional(),
  content: Content,
  groupIds: z.array(Id).max(MESSAGE_GROUPS_MAX),
  /** Forum topics to post in, by group; a group without an entry gets it in General. */
  topics: z.record(Id, z.array(z.string()).max(50)).optional(),
  schedule: Schedule.optional(),
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
  moveTo: LocalDateTime.optional(),
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
  /** Slots to come that differ from their series. */
  exceptions: z.array(Exception),
  /** When it goes on by itself, if it was paused until then. */
  pausedUntil: Instant.nullable(),
  /** The latest occurrence, with its counts. */
  occurrence: Occurrence.nullable(),
})
export type Message = z.infer<typeof Message>

/** Groups that a list names of each message; `groupCount` says how many there are. */
export const SUMMARY_GROUPS = 20

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

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  summary: 'List messages: upcoming by time, the rest newest first.',
  auth: 'user',
  cost: 'heavy',
  query: PageQuery.extend({
    kind: MessageKind.optional(),
    /** One status, or several with commas. */
    status: z.string().max(200).optional(),
    groupId: Id.optional(),
    q: z.string().max(200).optional(),
    attention: z.enum(['true']).optional(),
  }),
  data: page(MessageSummary),
})

export const createMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  summary: 'Create a message, as a draft, scheduled or active.',
  auth: 'user',
  status: 201,
  body: MessageInput,
  data: Message,
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id',
  summary: 'Read one message.',
  auth: 'user',
  params: IdParams,
  data: Message,
})

export const updateMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/:id',
  summary: 'Replace the editable fields; a stale `rev` answers conflict with the current state.',
  auth: 'user',
  params: IdParams,
  body: MessageInput.extend({ rev: z.number().int() }),
  data: Message.extend({
    /** Exceptions that match no slot of the new schedule and are gone. */
    dropped: z.array(Exception).optional(),
  }),
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  summary:
    'Delete a message; what was sent stays in its groups. It can be restored for ten minutes.',
  auth: 'user',
  params: IdParams,
  data: Done,
})

export const restoreMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/restore',
  summary:
    'Undo the deletion of a message, within ten minutes. What came due meanwhile is not sent.',
  auth: 'user',
  params: IdParams,
  data: Message,
})

/** Most messages that are deleted or restored by one call: a page of a list. */
export const MESSAGES_AT_ONCE_MAX = 100

const SomeMessages = z.object({
  ids: z
    .array(Id)
    .min(1, 'Choose a message.')
    .max(MESSAGES_AT_ONCE_MAX, `Choose at most ${MESSAGES_AT_ONCE_MAX} messages.`),
})

/** To which messages it was done, and why not to the first of the others, in words. */
const DoneToSome = z.object({ done: z.array(Id), refused: z.string().nullable() })

export const deleteMessages = endpoint({
  method: 'POST',
  path: '/api/messages/delete',
  summary: 'Delete some messages, each as by its own call.',
  auth: 'user',
  cost: 'heavy',
  body: SomeMessages,
  data: DoneToSome,
})

export const restoreMessages = endpoint({
  method: 'POST',
  path: '/api/messages/restore',
  summary: 'Undo the deletion of some messages, each as by its own call.',
  auth: 'user',
  cost: 'heavy',
  body: SomeMessages,
  data: DoneToSome,
})

const verb = <V extends string>(name: V, summary: string, cost?: 'asks') =>
  endpoint({
    method: 'POST',
    path: `/api/messages/:id/${name}`,
    summary,
    auth: 'user',
    ...(cost ? { cost } : {}),
    params: IdParams,
    data: Message,
  })

export const pauseMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/pause',
  summary:
    'Stop sending, now or once what is being sent is through, and until a time if one is given.',
  auth: 'user',
  params: IdParams,
  body: z
    .object({
      /** When an automated message goes on by itself. */
      until: Instant.optional(),
      /** Whether what waits to be sent is taken back; else it is finished first. */
      stopRemaining: z.boolean().default(true),
    })
    .prefault({}),
  data: Message,
})

export const resumeMessage = verb(
  'resume',
  'Go on with what is still to come; a scheduled message whose time has passed is refused.',
)
export const cancelMessage = verb('cancel', 'Cancel: it will not be sent.')
export const sendMessageNow = verb(
  'send-now',
  'Send it now: instead of at its time, or, of a series, once more besides.',
  'asks',
)
export const duplicateMessage = verb('duplicate', 'Make a draft with the same content and groups.')

export const listOccurrences = endpoint({
  method: 'GET',
  path: '/api/messages/:id/occurrences',
  summary: 'List the times this message went out, newest first.',
  auth: 'user',
  params: IdParams,
  query: PageQuery,
  data: page(Occurrence),
})
