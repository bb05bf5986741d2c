import { z } from 'zod'
import type { Network } from '../channels.ts'
import { Content } from './content.ts'
import { Id, Instant } from './wire.ts'

export const OccurrenceStatus = z.enum([
  /** None of its deliveries has ended. */
  'planned',
  /** Some of its deliveries have ended, others have not. */
  'sending',
  /** All were sent. */
  'done',
  /** Some were sent, or may have been sent; others were not. */
  'partly',
  /** None was sent, and at least one failed. */
  'failed',
  /** All were skipped. */
  'skipped',
])
export type OccurrenceStatus = z.infer<typeof OccurrenceStatus>

/** The kind of thing that has a schedule and decides what its slots send. */
export const SourceKind = z.enum(['message', 'cycle'])
export type SourceKind = z.infer<typeof SourceKind>

/** What a delivery waits for until a known time: a rule of its group, or its account. */
export const WaitCode = z.enum(['quiet_hours', 'cap', 'gap', 'allowance', 'restricted'])
export type WaitCode = z.infer<typeof WaitCode>

/** An edit or deletion of all that an occurrence had sent, and its progress. */
export const SentChange = z.object({
  kind: z.enum(['edit', 'delete']),
  at: Instant,
  /** The number of messages it concerns. */
  total: z.number().int(),
  done: z.number().int(),
  /** For how many it failed; their deliveries have the reason. */
  failed: z.number().int(),
})
export type SentChange = z.infer<typeof SentChange>

/** A slot that was planned. The counts always add up to `total`. */
export const Occurrence = z.object({
  id: Id,
  source: SourceKind,
  sourceId: Id,
  status: OccurrenceStatus,
  /** Why it was skipped, or did not reach all, in words. */
  reason: z.string().optional(),
  /** Whether it was skipped because its time had passed before it could go out. */
  missed: z.literal(true).optional(),
  /** The slot of the schedule; null for a send-now. */
  slotAt: Instant.nullable(),
  dueAt: Instant,
  finishedAt: Instant.nullable(),
  total: z.number().int(),
  pending: z.number().int(),
  /**
   * How many of the pending ones wait for a rule of their group, for the daily allowance of their account, or until its
   * network lets it send again (`restricted`), and when the first of them may be sent; null if none waits.
   */
  waiting: z
    .object({
      count: z.number().int(),
      until: Instant,
      /** When the last of them may be sent. */
      lastUntil: Instant.optional(),
      /** What the first of them waits for. */
      code: WaitCode,
      /** What the last of them waits for. */
      lastCode: WaitCode.optional(),
      /** The groups that wait, the first to be sent first; at most 20. */
      groupIds: z.array(Id).optional(),
    })
    .nullable(),
  sent: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  unconfirmed: z.number().int(),
  /** Edits and deletions of what it had sent, oldest first. */
  changes: z.array(SentChange),
  /**
   * The last edit that at least one group got, and its content; null if it was not edited. `on`: when it was
   * edited on each network; a network whose text did not change is missing.
   */
  edited: z
    .object({
      at: Instant,
      content: Content,
      on: z.object({
        telegram: Instant.optional(),
        whatsapp: Instant.optional(),
      } satisfies Record<Network, z.ZodType>),
    })
    .nullable(),
  /** How many of the sent ones were deleted, for any reason, and when the last of them was. */
  deleted: z.number().int(),
  deletedAt: Instant.nullable(),
})
export type Occurrence = z.infer<typeof Occurrence>
