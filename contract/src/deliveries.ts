import { endpoint } from './endpoint.ts'
import type { DeliveryStatus } from './schemas/deliveries.ts'

export type {
  SourceKind,
  OccurrenceStatus,
  Occurrence,
  DeliveryStatus,
  Delivery,
  FollowUp,
  SentChange,
  SentContents,
} from './schemas/deliveries.ts'

/** The codes of what was passed over and may be tried again by a person. */
const RETRIED = new Set([
  'late',
  'paused',
  'deleted',
  'group_disconnected',
  'quiet_hours',
  'cap',
  'gap',
])

/**
 * Whether a person may try it again: it failed, was late, kept back by a rule of its group, taken back by a pause
 * or a deletion, or its bot had a new token.
 */
export const canRetry = ({
  status,
  code,
}: {
  status: DeliveryStatus
  code?: string | null | undefined
}) => status === 'failed' || (status === 'skipped' && RETRIED.has(code ?? ''))

/** With how many other runs of its message one is edited or deleted together. */
export const SENT_OTHERS_MAX = 5

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/deliveries',
  summary: 'List deliveries, newest first.',
  auth: 'user',
  query: 'DeliveriesQuery',
  data: 'Deliveries',
})

export const getPromised = endpoint({
  method: 'GET',
  path: '/api/deliveries/promised',
  summary:
    'How many messages are still to be deleted from their groups; without the account nobody deletes them.',
  auth: 'user',
  data: 'Promised',
})

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/deliveries/:id',
  summary: 'Read one delivery with its attempts and receipt.',
  auth: 'user',
  params: 'IdParams',
  data: 'Delivery',
})

export const resolveDelivery = endpoint({
  method: 'POST',
  path: '/api/deliveries/:id/resolve',
  summary: 'Settle an unconfirmed delivery: it is there, or send it again.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  body: 'ResolveDelivery',
  data: 'Delivery',
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/api/deliveries/:id/retry',
  summary:
    'Try a failed delivery again. When a later run has brought the same content there since, it is refused unless `again` is true.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  body: 'RetryDelivery',
  data: 'Delivery',
})

export const getOccurrence = endpoint({
  method: 'GET',
  path: '/api/occurrences/:id',
  summary: 'Read one occurrence.',
  auth: 'user',
  params: 'IdParams',
  data: 'Occurrence',
})

export const sendAnyway = endpoint({
  method: 'POST',
  path: '/api/occurrences/:id/send-anyway',
  summary: 'Send what waits for the rules of its groups now, whatever they ask.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  data: 'Occurrence',
})

export const getSent = endpoint({
  method: 'GET',
  path: '/api/occurrences/:id/sent',
  summary:
    'Read what an occurrence has sent, and in how many groups it can still be edited or deleted.',
  auth: 'user',
  params: 'IdParams',
  data: 'SentContents',
})

export const editSent = endpoint({
  method: 'POST',
  path: '/api/occurrences/:id/edit-sent',
  summary: 'Edit what an occurrence has sent, in all groups, as far as their networks allow.',
  auth: 'user',
  cost: 'asks',
  status: 202,
  params: 'IdParams',
  body: 'EditSent',
  data: 'Occurrence',
})

export const deleteSent = endpoint({
  method: 'POST',
  path: '/api/occurrences/:id/delete-sent',
  summary: 'Delete what an occurrence has sent from all groups, as far as their networks allow.',
  auth: 'user',
  cost: 'asks',
  status: 202,
  params: 'IdParams',
  body: 'DeleteSent',
  data: 'Occurrence',
})
