import { z } from 'zod'
import { ChannelKind } from './config.ts'
import { ChatKind, Topic } from './connections.ts'
import { endpoint } from './endpoint.ts'
import { GroupRules, QuietHours } from './groups/rules.ts'
import { Done, Id, IdParams, Instant, resource } from './wire.ts'

export const GroupStatus = z.enum([
  'active',
  'muted',
  'limited',
  'lost',
  'suspended',
  'disconnected',
])
export type GroupStatus = z.infer<typeof GroupStatus>

/** What the quiet hours of its groups will do to a send that is to come. */
export const Quiet = z.object({
  /** In how many groups it waits for their end, and in how many it is not sent. */
  held: z.number().int(),
  skipped: z.number().int(),
  /** When they end; left out where the groups differ. */
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
  /** Why it is limited, lost, suspended or disconnected, or muted though nobody muted it, in words. */
  reason: z.string().optional(),
  memberCount: z.number().int().optional(),
  topics: z.array(Topic),
  timeZone: z.string().nullable(),
  quietHours: QuietHours.nullable(),
  /** Most messages a day, over all that is sent to it. */
  dailyCap: z.number().int().nullable(),
  /** Least time between two messages, in minutes. */
  minGapMinutes: z.number().int().nullable(),
  lastSentAt: Instant.nullable(),
})
export type Group = z.infer<typeof Group>

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/groups',
  summary: 'List the chosen groups.',
  auth: 'user',
  data: z.object({ items: z.array(Group), nextCursor: z.null() }),
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/groups',
  summary: 'Choose a chat as a group to send to; the tier limits how many.',
  auth: 'user',
  status: 201,
  body: z.object({ connectionId: Id, externalId: z.string().trim().min(1).max(64) }),
  data: Group,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/groups/:id',
  summary: 'Read one group.',
  auth: 'user',
  params: IdParams,
  data: Group,
})

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/api/groups/:id',
  summary: 'Mute a group, set its time zone, or what it bears; null takes a rule back.',
  auth: 'user',
  params: IdParams,
  body: z.object({ rev: z.number().int(), ...GroupRules.shape }),
  data: Group,
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id',
  summary: 'Remove a group; nothing more is sent to it.',
  auth: 'user',
  params: IdParams,
  data: Done,
})

export const checkGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:id/check',
  summary: 'Ask the network whether we may still post there.',
  auth: 'user',
  cost: 'asks',
  params: IdParams,
  data: Group,
})

export const testGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:id/test',
  summary: 'Send a short test message there now.',
  auth: 'user',
  cost: 'asks',
  status: 202,
  params: IdParams,
  data: z.object({ deliveryId: Id }),
})
