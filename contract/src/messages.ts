import { z } from 'zod'
import { Content } from './content/content.ts'
import { Occurrence } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { Schedule, SlotMark } from './schedule.ts'
import { Done, Id, IdParams, Instant, page, PageQuery, resource } from './wire.ts'

export const MessageStatus = z.enum([
  'draft',
  'scheduled',
  'sending',
  'sent',
  'partly_sent',
  'failed',
  'missed',
  'paused',
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

const editable = {
  kind: z.literal('scheduled'),
  title: z.string().trim().max(120, 'Use at most 120 characters.').optional(),
  content: Content,
  groupIds: z.array(Id).max(MESSAGE_GROUPS_MAX),
  /** Forum topics to post in, by group; a group without an entry gets it in General. */
  topics: z.record(Id, z.array(z.string()).max(50)).optional(),
  schedule: Schedule.optional(),
  catchUpMinutes: z.number().int().min(0).max(CATCH_UP_MAX_MINUTES),
  onUnconfirmed: OnUnconfirmed,
}

export const Message = z.object({
  ...resource,
  ...editable,
  status: MessageStatus,
  /** The instant of the next send, when one is to come. */
  nextAt: Instant.nullable(),
  /** Set when the clocks change around `nextAt`. */
  nextMark: SlotMark.optional(),
  /** The latest occurrence, with its counts. */
  occurrence: Occurrence.nullable(),
})
export type Message = z.infer<typeof Message>

/** What the editor sends. A draft may be incomplete; `active` asks for everything and becomes `scheduled`. */
export const MessageInput = z.object({
  ...editable,
  groupIds: editable.groupIds.default([]),
  catchUpMinutes: editable.catchUpMinutes.default(CATCH_UP_DEFAULT_MINUTES),
  onUnconfirmed: editable.onUnconfirmed.default('ask'),
  status: z.enum(['draft', 'active']),
})
export type MessageInput = z.input<typeof MessageInput>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  summary: 'List messages: upcoming by time, the rest newest first.',
  auth: 'user',
  query: PageQuery.extend({
    kind: z.literal('scheduled').optional(),
    /** One status, or several with commas. */
    status: z.string().max(200).optional(),
    groupId: Id.optional(),
    q: z.string().max(200).optional(),
    attention: z.enum(['true']).optional(),
  }),
  data: page(Message),
})

export const createMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  summary: 'Create a message, as a draft or scheduled.',
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
  data: Message,
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  summary: 'Delete a message; what was sent stays in its groups.',
  auth: 'user',
  params: IdParams,
  data: Done,
})

const verb = <V extends string>(name: V, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/messages/:id/${name}`,
    summary,
    auth: 'user',
    params: IdParams,
    data: Message,
  })

export const pauseMessage = verb('pause', 'Stop sending what has not been sent yet.')
export const resumeMessage = verb('resume', 'Go on; a time that has passed is refused.')
export const cancelMessage = verb('cancel', 'Cancel: it will not be sent.')
export const sendMessageNow = verb('send-now', 'Send it now instead of at its time.')
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
