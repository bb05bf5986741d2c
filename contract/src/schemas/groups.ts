import { z } from 'zod'
import { QuietHours, GroupRules } from '../groups/rules.ts'
import { ChannelKind } from './config.ts'
import { ChatKind, Topic } from './connections.ts'
import { Content } from './content.ts'
import { Instant, resource, Id } from './wire.ts'
import { TimeZone } from '../time.ts'

export const GroupStatus = z.enum([
  'active',
  'muted',
  'limited',
  'lost',
  'suspended',
  'disconnected',
])
export type GroupStatus = z.infer<typeof GroupStatus>

/** How the quiet hours of its groups will affect a coming send. */
export const Quiet = z.object({
  /** `held`: in how many groups it waits for their end; `skipped`: in how many it is skipped. */
  held: z.number().int(),
  skipped: z.number().int(),
  /** When they end; missing if the groups differ. */
  until: Instant.optional(),
})
export type Quiet = z.infer<typeof Quiet>

export const Group = z.object({
  ...resource,
  connectionId: Id,
  channel: ChannelKind,
  externalId: z.string(),
  title: z.string(),
  kind: ChatKind,
  status: GroupStatus,
  /** Why it is limited, lost, suspended or disconnected, or muted by the server, in words. */
  reason: z.string().optional(),
  memberCount: z.number().int().optional(),
  /** A path that opens the photo of the group without a token for some days; missing if there is no photo. */
  photoUrl: z.string().optional(),
  topics: z.array(Topic),
  timeZone: z.string().nullable(),
  quietHours: z.nullable(QuietHours),
  /** The most messages a day to this group, from all sources together. */
  dailyCap: z.number().int().nullable(),
  /** Shortest time between two messages, in minutes. */
  minGapMinutes: z.number().int().nullable(),
  lastSentAt: Instant.nullable(),
})
export type Group = z.infer<typeof Group>

export const Groups = z.object({
  items: z.array(Group),
  nextCursor: z.null(),
  /** The groups that were removed, the newest first: those that are left keep their colors. */
  removedIds: z.array(Id).optional(),
})

export const CreateGroup = z.object({
  connectionId: Id,
  externalId: z.string().trim().min(1).max(64),
})

export const UpdateGroup = z.object({ rev: z.number().int(), ...GroupRules.shape })

export const SentTest = z.object({ deliveryId: Id })

export const SendTest = z
  .object({
    /** If missing, a short text of ours. */
    content: Content.optional(),
    /** The zone of the dates and times that it names; if missing, that of the profile. */
    timeZone: z.optional(TimeZone),
  })
  .prefault({})
