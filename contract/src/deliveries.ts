import { endpoint } from './endpoint.ts'
import type { DeliveryStatus } from './schemas/deliveries.ts'

export type {
  DeliveryStatus,
  Delivery,
  FollowUp,
  SentContents,
  ShownCopy,
} from './schemas/deliveries.ts'
export type {
  SourceKind,
  OccurrenceStatus,
  Occurrence,
  SentChange,
  WaitCode,
} from './schemas/occurrences.ts'

/** The codes of skipped deliveries that a person may try again. */
const RETRYABLE_SKIPS = new Set([
  'late',
  'paused',
  'deleted',
  'group_disconnected',
  'quiet_hours',
  'cap',
  'gap',
])

/**
 * Whether a person may try it again: it failed, or it was skipped because it was late, because of a rule of its group,
 * a pause, a deletion, or a new token of its bot.
 */
export const canRetry = ({
  status,
  code,
}: {
  status: DeliveryStatus
  code?: string | null | undefined
}) => status === 'failed' || (status === 'skipped' && RETRYABLE_SKIPS.has(code ?? ''))

/** Most other runs that are edited or deleted together with one run of a message. */
export const OTHER_RUNS_MAX = 5

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
  summary: 'Count the messages that are still to be deleted: they stay if the account is deleted.',
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
  summary: 'Decide about an unconfirmed delivery: it has arrived, or send it again.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  body: 'ResolveDelivery',
  data: 'Delivery',
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/api/deliveries/:id/retry',
  summary: 'Try a failed delivery again: with `again` also if a later run has sent the same there.',
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
  summary: 'Send now what waits for the rules of its groups, and ignore these rules.',
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
