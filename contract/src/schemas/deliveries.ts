import { z } from 'zod'
import { ChannelKind } from './config.ts'
import { Content } from './content.ts'
import { OTHER_RUNS_MAX } from '../deliveries.ts'
import { SentChange, SourceKind } from './occurrences.ts'
import { Id, Instant, resource, page, PageQuery } from './wire.ts'

export const DeliveryStatus = z.enum([
  /** In its lane, to be sent when it is due. */
  'queued',
  /** Delayed until an instant: by the network, by its pace, by a rule of the group, or for another attempt. */
  'waiting',
  /** Due, but its connection is down; it is sent if the connection is back in time. */
  'held',
  /** An attempt is open: the request may have left. */
  'sending',
  /** Ended: the network accepted it. */
  'sent',
  /** Ended: it was refused, or could not be sent. */
  'failed',
  /** Ended: it was skipped, with the reason in `code`. */
  'skipped',
  /** Ended unless a person decides otherwise: the request was sent and its answer was lost. */
  'unconfirmed',
])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** One attempt of a delivery, as it is shown to people. */
export const Attempt = z.object({
  number: z.number().int(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  outcome: z.string().nullable(),
  /** What happened, in words. */
  text: z.string(),
})

/** An action on a message after it was sent. */
export const FollowUp = z.object({
  kind: z.enum(['pin', 'unpin', 'edit', 'delete']),
  status: z.enum(['waiting', 'done', 'failed']),
  /** When it was done or is due; null if it failed. */
  at: Instant.nullable(),
  /** What is planned, what was done, or why it failed, in words. */
  text: z.string(),
})
export type FollowUp = z.infer<typeof FollowUp>

export const Delivery = z.object({
  ...resource,
  status: DeliveryStatus,
  /**
   * For an unconfirmed delivery of files and a text after them: which of the two is uncertain. `files`: the text is
   * sent after a person confirms the files. `text`: the files have arrived.
   */
  doubt: z.enum(['files', 'text']).optional(),
  /** Machine-readable class of what went wrong, e.g. `kicked`, `text_too_long`. */
  code: z.string().optional(),
  /** What happened, or what it waits for, in words. */
  reason: z.string().optional(),
  occurrenceId: Id,
  source: SourceKind,
  sourceId: Id,
  /** `sourceId` if the source is a message. */
  messageId: Id.nullable(),
  /** Its index among the deliveries that its group gets from one occurrence, from 0. */
  part: z.number().int(),
  groupId: Id,
  groupTitle: z.string(),
  /** For a delivery that failed or is unconfirmed: why it cannot be sent to its group now, in words. */
  obstacle: z.string().optional(),
  /** For an unconfirmed delivery: opens its group on the network. */
  groupLink: z.string().optional(),
  channel: ChannelKind,
  topicId: z.string().nullable(),
  dueAt: Instant,
  /** Until when it waits; missing if it does not wait, or for something whose end is not known. */
  waitsUntil: Instant.optional(),
  sentAt: Instant.nullable(),
  /** How many milliseconds after it was due the network accepted it. */
  latenessMs: z.number().int().nullable(),
  attempts: z.array(Attempt),
  /** The network's ids of the messages, in their order; an album has several. */
  receipt: z
    .object({ externalIds: z.array(z.string()).min(1), link: z.string().optional() })
    .nullable(),
  /**
   * How many members have received and read it, as far as their phones report it; `members` is the number of all.
   * Null if the network has reported nothing. Members whose phones do not report reading are not counted.
   */
  memberReceipts: z
    .object({
      delivered: z.number().int(),
      read: z.number().int(),
      members: z.number().int().nullable(),
    })
    .nullable(),
  /** Actions on it after it was sent, done or planned. */
  followUps: z.array(FollowUp),
})
export type Delivery = z.infer<typeof Delivery>

export const Deliveries = page(Delivery)

/** Follow-ups of a user's messages that are still to be done. */
export const Promised = z.object({ deletions: z.number().int() })

export const DeliveriesQuery = PageQuery.extend({
  messageId: Id.optional(),
  cycleId: Id.optional(),
  groupId: Id.optional(),
  occurrenceId: Id.optional(),
  status: z.string().max(200).optional(),
})

/** Other runs of the same message to be changed in the same way. */
const others = z
  .array(Id)
  .max(OTHER_RUNS_MAX, `Choose at most ${OTHER_RUNS_MAX} other runs.`)
  .optional()

/** Copies of a content in the groups of one channel that can be edited. */
const EditableCopies = z.object({
  channel: ChannelKind,
  count: z.number().int(),
  /**
   * Whether their content may differ from `content`, because an edit is not finished or they are of another run. An
   * edit then includes them even if it does not change the text of their network.
   */
  differs: z.boolean(),
})

/** One copy of an occurrence, to show what the members of its group have. */
const ShownCopy = z.object({
  channel: ChannelKind,
  groupId: Id,
  groupTitle: z.string(),
  /** What it says now, or said before it was deleted. */
  content: Content,
  /** Null if it is unconfirmed. */
  sentAt: Instant.nullable(),
  editedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
})

/** All copies of an occurrence that are still in its groups, shown before they are edited or deleted. */
export const SentContents = z.object({
  /** Each content that was sent; a run of a cycle may have several. */
  contents: z.array(
    z.object({
      contentId: Id,
      content: Content,
      /** The names of the first of the groups in which it stands. */
      groups: z.array(z.string()),
      /** The number of its copies, and of those that can be edited; `copies`: the same by channel. */
      count: z.number().int(),
      editable: z.number().int(),
      copies: z.array(EditableCopies),
      /** Why some copies cannot be edited, in words. */
      reasons: z.array(z.string()),
    }),
  ),
  /** The number of all copies, and of those that can be deleted. */
  count: z.number().int(),
  deletable: z.number().int(),
  reasons: z.array(z.string()),
  /** Why neither editing nor deleting is possible now, in words. */
  blocked: z.string().optional(),
  /** For each channel one copy, also if it was deleted: if possible one that is still there, and that was edited. */
  shown: z.array(ShownCopy),
  /**
   * Other runs of the same message that still have copies in groups, latest first, at most five: for example one that
   * reached the groups this one did not. `editable`: their copies of this run's contents, by content and channel.
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
  /** Former edits and deletions, oldest first; of an edit the content before (`was`) and after (`says`). */
  changes: z.array(SentChange.extend({ was: Content.optional(), says: Content.optional() })),
})
export type ShownCopy = z.infer<typeof ShownCopy>
export type SentContents = z.infer<typeof SentContents>

export const EditSent = z.object({
  content: Content,
  /** The content to be replaced, if several were sent. */
  contentId: Id.optional(),
  others,
})

export const DeleteSent = z.object({ others }).optional()

export const RetryDelivery = z
  .object({
    /** Try again even if the same content was sent to the same group since: its members then get it twice. */
    again: z.boolean().optional(),
  })
  .optional()

export const ResolveDelivery = z.object({
  /** `missing`: it did not arrive, and is not sent again. */
  as: z.enum(['sent', 'resend', 'missing']),
  /** Send it even if the same content was sent to the same group since: its members then get it twice. */
  again: z.boolean().optional(),
})
