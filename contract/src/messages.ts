import { endpoint } from './endpoint.ts'

export type {
  MessageKind,
  MessageStatus,
  OnUnconfirmed,
  Overlap,
  Exception,
  Run,
  Result,
  Message,
  MessageSummary,
  MessageInput,
  MessageVersion,
} from './schemas/messages.ts'
export type { Preflight, PreflightInput, PreflightWarning } from './schemas/preflight.ts'

/** Most groups one message may name: a fan-out of this size is planned in a few slices. */
export const MESSAGE_GROUPS_MAX = 5_000

/** How late a message may still be sent, in minutes: default and largest (a day). */
export const CATCH_UP_DEFAULT_MINUTES = 15
export const CATCH_UP_MAX_MINUTES = 24 * 60

/** After how many failed occurrences in a row a series pauses itself: default and largest; 0 is never. */
export const PAUSE_AFTER_FAILURES_DEFAULT = 5
export const PAUSE_AFTER_FAILURES_MAX = 100

/** Most next runs and last results that are returned with a series. */
export const NEXT_RUNS_MAX = 3
export const LAST_RESULTS_MAX = 10

/** Most groups that a list names for each message; `groupCount` gives the number of all. */
export const SUMMARY_GROUPS_MAX = 20

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  summary: 'List messages: upcoming by time, the rest newest first.',
  auth: 'user',
  cost: 'search',
  query: 'MessagesQuery',
  data: 'Messages',
})

export const countMessages = endpoint({
  method: 'GET',
  path: '/api/messages/counts',
  summary: 'Count messages by status, and those that need attention.',
  auth: 'user',
  query: 'CountsQuery',
  data: 'MessageCounts',
})

export const createMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  summary:
    'Create a message, as a draft, scheduled or active. The status `sending` also sends it at once: both are done, or nothing.',
  auth: 'user',
  cost: 'sending',
  status: 201,
  body: 'CreateMessage',
  data: 'Message',
})

export const preflightMessage = endpoint({
  method: 'POST',
  path: '/api/messages/preflight',
  summary:
    'Check a message as if it were saved as active: errors, warnings, and when the last group gets it. Nothing is saved.',
  auth: 'user',
  cost: 'heavy',
  body: 'PreflightInput',
  data: 'Preflight',
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id',
  summary: 'Read one message.',
  auth: 'user',
  params: 'IdParams',
  data: 'Message',
})

export const updateMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/:id',
  summary:
    'Replace the editable fields; a stale `rev` answers conflict with the current state. The status `sending` also sends it at once: both are done, or nothing.',
  auth: 'user',
  cost: 'sending',
  params: 'IdParams',
  body: 'UpdateMessage',
  data: 'UpdatedMessage',
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  summary:
    'Delete a message; what was sent stays in its groups. It can be restored for ten minutes.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const restoreMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/restore',
  summary:
    'Undo the deletion of a message, within ten minutes. What came due meanwhile is not sent.',
  auth: 'user',
  params: 'IdParams',
  data: 'Message',
})

/** Most messages that are deleted or restored by one call: a page of a list. */
export const MESSAGES_PER_CALL_MAX = 100

export const deleteMessages = endpoint({
  method: 'POST',
  path: '/api/messages/delete',
  summary: 'Delete some messages, each as by its own call.',
  auth: 'user',
  cost: 'heavy',
  body: 'SomeMessages',
  data: 'DoneToSome',
})

export const restoreMessages = endpoint({
  method: 'POST',
  path: '/api/messages/restore',
  summary: 'Undo the deletion of some messages, each as by its own call.',
  auth: 'user',
  cost: 'heavy',
  body: 'SomeMessages',
  data: 'DoneToSome',
})

export const pauseMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/pause',
  summary: 'Stop sending, at once or after what is being sent, and until a time if one is given.',
  auth: 'user',
  params: 'IdParams',
  body: 'PauseMessage',
  data: 'Message',
})

export const resumeMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/resume',
  summary:
    'Continue with the sends still to come; refused for a scheduled message whose time has passed.',
  auth: 'user',
  params: 'IdParams',
  data: 'Message',
})

export const cancelMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/cancel',
  summary: 'Cancel: it will not be sent.',
  auth: 'user',
  params: 'IdParams',
  data: 'Message',
})

export const dismissAttention = endpoint({
  method: 'POST',
  path: '/api/messages/:id/dismiss',
  summary:
    'Take away the attention that a send which is over has left, because a person has seen it.',
  auth: 'user',
  params: 'IdParams',
  data: 'Message',
})

export const sendMessageNow = endpoint({
  method: 'POST',
  path: '/api/messages/:id/send-now',
  summary:
    'Send it now: a scheduled message instead of at its time, a series as an additional run.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  data: 'Message',
})

export const duplicateMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/duplicate',
  summary: 'Make a draft with the same content and groups.',
  auth: 'user',
  params: 'IdParams',
  data: 'Message',
})

/** Most versions that are listed for a message. */
export const VERSIONS_MAX = 20

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/messages/:id/versions',
  summary:
    'List versions of the content, newest first, twenty at most: the current one, those of its latest thousand runs, and those saved in the last days and never sent.',
  auth: 'user',
  cost: 'search',
  params: 'IdParams',
  data: 'MessageVersions',
})

export const listOccurrences = endpoint({
  method: 'GET',
  path: '/api/messages/:id/occurrences',
  summary: 'List the times this message went out, newest first.',
  auth: 'user',
  params: 'IdParams',
  query: 'PageQuery',
  data: 'Occurrences',
})
