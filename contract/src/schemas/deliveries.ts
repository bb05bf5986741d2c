import { z } from 'zod'
import { ChannelKind } from './config.ts'
import { Content } from './content.ts'
import { SENT_OTHERS_MAX } from '../deliveries.ts'
import { Id, Instant, resource, page, PageQuery } from './wire.ts'

export const OccurrenceStatus = z.enum([
  /** Made; none of its deliveries has ended. */
  'planned',
  /** Some of its deliveries have ended, others are to come. */
  'sending',
  /** All were sent. */
  'done',
  /** Some were sent, or may have been; others were not. */
  'partly',
  /** None was sent, and at least one failed. */
  'failed',
  /** All of it was passed over. */
  'skipped',
])
export type OccurrenceStatus = z.infer<typeof OccurrenceStatus>

/** What has a schedule and knows what its slots say. */
export const SourceKind = z.enum(['message', 'cycle'])
export type SourceKind = z.infer<typeof SourceKind>

/** What a person decided about all that an occurrence had sent, and how far it has come. */
export const SentChange = z.object({
  kind: z.enum(['edit', 'delete']),
  at: Instant,
  /** How many messages it is about. */
  total: z.number().int(),
  done: z.number().int(),
  /** Where it could not be done; the deliveries say why. */
  failed: z.number().int(),
})
export type SentChange = z.infer<typeof SentChange>

/** A slot made real. The counts always add up to `total`. */
export const Occurrence = z.object({
  id: Id,
  source: SourceKind,
  sourceId: Id,
  status: OccurrenceStatus,
  /** Why it was skipped, or did not reach all, in words. */
  reason: z.string().optional(),
  /** The slot of the schedule; null for a send-now. */
  slotAt: Instant.nullable(),
  dueAt: Instant,
  finishedAt: Instant.nullable(),
  total: z.number().int(),
  pending: z.number().int(),
  /**
   * How many of the pending wait for a rule of their group or the daily allowance of their account, and when the first of them may go; null when none
   * does.
   */
  waiting: z
    .object({
      count: z.number().int(),
      until: Instant,
      code: z.enum(['quiet_hours', 'cap', 'gap', 'allowance']),
    })
    .nullable(),
  sent: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  unconfirmed: z.number().int(),
  /** What was decided about all that it had sent, the oldest first. */
  changes: z.array(SentChange),
  /**
   * The last edit that has reached a group, and what stands there since; null: it says what it said. `on`: when it was
   * edited on each network; one whose words stayed is not there.
   */
  edited: z
    .object({
      at: Instant,
      content: Content,
      on: z.object({ telegram: Instant.optional(), whatsapp: Instant.optional() }),
    })
    .nullable(),
  /** How many of those that were sent are deleted again, for whatever reason, and when the last of them was. */
  deleted: z.number().int(),
  deletedAt: Instant.nullable(),
})
export type Occurrence = z.infer<typeof Occurrence>

export const DeliveryStatus = z.enum([
  /** In its lane, to be sent when it is due. */
  'queued',
  /** Put off until an instant: by the network, by its pace, by a rule of the group, or for another try. */
  'waiting',
  /** Due, while its connection is down: sent when that is back in time. */
  'held',
  /** An attempt is open: the request may have left. */
  'sending',
  /** Ended: the network accepted it. */
  'sent',
  /** Ended: it was refused, or could not be sent. */
  'failed',
  /** Ended: it was passed over, with the reason in `code`. */
  'skipped',
  /** Ended until a person settles it: the request left and its answer was lost. */
  'unconfirmed',
])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** One try of a delivery, as it is told to people. */
export const Attempt = z.object({
  number: z.number().int(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  outcome: z.string().nullable(),
  /** What happened, in words. */
  text: z.string(),
})

/** Something that is done with a message after it was sent. */
export const FollowUp = z.object({
  kind: z.enum(['pin', 'unpin', 'edit', 'delete']),
  status: z.enum(['waiting', 'done', 'failed']),
  /** When it was done, or is due; null if it could not be done. */
  at: Instant.nullable(),
  /** What is to be done, was done, or why it could not be, in words. */
  text: z.string(),
})
export type FollowUp = z.infer<typeof FollowUp>

export const Delivery = z.object({
  ...resource,
  status: DeliveryStatus,
  /**
   * Of an unconfirmed one that is files and a text after them, which of the two is in doubt. `files`: once a person has
   * seen them, the text is sent. `text`: the files are there.
   */
  doubt: z.enum(['files', 'text']).optional(),
  /** Machine-readable class of what went wrong, e.g. `kicked`, `text_too_long`. */
  code: z.string().optional(),
  /** What happened or is being waited for, in words. */
  reason: z.string().optional(),
  occurrenceId: Id,
  source: SourceKind,
  sourceId: Id,
  /** The same where it is a message. */
  messageId: Id.nullable(),
  /** Which of several that its group gets from one occurrence, counted from 0. */
  part: z.number().int(),
  groupId: Id,
  groupTitle: z.string(),
  channel: ChannelKind,
  topicId: z.string().nullable(),
  dueAt: Instant,
  sentAt: Instant.nullable(),
  /** How late it was accepted, in milliseconds after it was due. */
  latenessMs: z.number().int().nullable(),
  attempts: z.array(Attempt),
  /** What the network calls the messages that it made of it, in their order; an album has several. */
  receipt: z
    .object({ externalIds: z.array(z.string()).min(1), link: z.string().optional() })
    .nullable(),
  /**
   * How many members have it and have read it, as far as their phones tell; `members`: of how many. Null where the
   * network tells nothing, or has told nothing yet. Who reads without telling is not counted.
   */
  memberReceipts: z
    .object({
      delivered: z.number().int(),
      read: z.number().int(),
      members: z.number().int().nullable(),
    })
    .nullable(),
  /** What was, or is to be, done with it after it was sent. */
  followUps: z.array(FollowUp),
})
export type Delivery = z.infer<typeof Delivery>

export const Deliveries = page(Delivery)

/** What is still to be done with what a person has sent. */
export const Promised = z.object({ deletions: z.number().int() })

export const DeliveriesQuery = PageQuery.extend({
  messageId: Id.optional(),
  cycleId: Id.optional(),
  groupId: Id.optional(),
  occurrenceId: Id.optional(),
  status: z.string().max(200).optional(),
})

/** Other runs of the same message to which the same is done. */
const others = z
  .array(Id)
  .max(SENT_OTHERS_MAX, `Choose at most ${SENT_OTHERS_MAX} other runs.`)
  .optional()

/** Copies of a content in the groups of one channel that can be edited. */
const EditableCopies = z.object({
  channel: ChannelKind,
  count: z.number().int(),
  /**
   * They may say something else than `content`: an edit of them has not come to its end, or theirs is another run. An
   * edit reaches them also if it changes no words of their network.
   */
  differs: z.boolean(),
})

/** All that an occurrence has sent and that stands in its groups, before it is edited or deleted. */
export const SentContents = z.object({
  /** Each content that was sent; a run of a cycle may have several. */
  contents: z.array(
    z.object({
      contentId: Id,
      content: Content,
      /** In how many places it stands, and in how many of these it can be edited; `copies`: the same by channel. */
      count: z.number().int(),
      editable: z.number().int(),
      copies: z.array(EditableCopies),
      /** Why it cannot be edited there or elsewhere, in words. */
      reasons: z.array(z.string()),
    }),
  ),
  /** In how many places something stands, and in how many it can be deleted. */
  count: z.number().int(),
  deletable: z.number().int(),
  reasons: z.array(z.string()),
  /** Why neither is possible now, in words. */
  blocked: z.string().optional(),
  /**
   * Other runs of the same message of which copies stand, the latest first, at most five: for instance one that reached
   * the groups which this one could not. `editable`: of what this run said, by content and channel.
   */
  others: z.array(
    z.object({
      occurrenceId: Id,
      at: Instant,
      count: z.number().int(),
      editable: z.array(EditableCopies.extend({ contentId: Id })),
      deletable: z.number().int(),
    }),
  ),
  /** What was decided before, the oldest first; of an edit what it was about, and what it says instead. */
  changes: z.array(SentChange.extend({ was: Content.optional(), says: Content.optional() })),
})
export type SentContents = z.infer<typeof SentContents>

export const EditSent = z.object({
  content: Content,
  /** Which content it replaces, where several were sent. */
  contentId: Id.optional(),
  others,
})

export const DeleteSent = z.object({ others }).optional()

export const RetryDelivery = z
  .object({
    /** Also when the same content has gone to the same group since: its members then get it twice. */
    again: z.boolean().optional(),
  })
  .optional()

export const ResolveDelivery = z.object({ as: z.enum(['sent', 'resend']) })
