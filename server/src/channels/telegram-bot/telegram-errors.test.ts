import { expect, test } from 'vitest'
import type { Outcome } from '../port/sending.ts'
import { outcomeOf, type Failure } from './telegram-errors.ts'

/** The texts are those of the real server: telegram-bot-api/Client.cpp and td, prefix and case included. */
const answers: [code: number, description: string, kind: Outcome['kind'], means?: string][] = [
  [403, 'Forbidden: bot was kicked from the group chat', 'groupLost', 'kicked'],
  [403, 'Forbidden: bot was kicked from the supergroup chat', 'groupLost', 'kicked'],
  [403, 'Forbidden: bot was kicked from the channel chat', 'groupLost', 'kicked'],
  [403, 'Forbidden: bot is not a member of the group chat', 'groupLost', 'left'],
  [403, 'Forbidden: bot is not a member of the supergroup chat', 'groupLost', 'left'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'groupLost', 'left'],
  [403, 'Forbidden: the group chat was deleted', 'groupLost', 'deleted'],
  [403, 'Forbidden: user is deactivated', 'groupLost', 'deleted'],
  [403, 'Forbidden: bot was blocked by the user', 'groupLost', 'left'],
  [403, "Forbidden: bot can't initiate conversation with a user", 'groupLost', 'not_found'],
  [403, 'Forbidden: something new', 'refused', 'forbidden'],
  [400, 'Bad Request: chat not found', 'groupLost', 'not_found'],
  [400, 'Bad Request: private chat not found', 'groupLost', 'not_found'],
  [400, 'Bad Request: PEER_ID_INVALID', 'groupLost', 'not_found'],
  [400, 'Bad Request: CHAT_ID_INVALID', 'groupLost', 'not_found'],
  [400, 'Bad Request: CHANNEL_PRIVATE', 'groupLost', 'not_found'],
  [400, 'Bad Request: CHANNEL_INVALID', 'groupLost', 'not_found'],
  [400, 'Bad Request: group chat was deactivated', 'groupLost', 'deleted'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'refused', 'no_rights'],
  [400, 'Bad Request: have no write access to the chat', 'refused', 'no_rights'],
  [400, 'Bad Request: have no rights to send a message', 'refused', 'no_rights'],
  [400, 'Bad Request: need administrator rights in the channel chat', 'refused', 'no_rights'],
  [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'refused', 'no_rights'],
  [400, 'Bad Request: CHAT_RESTRICTED', 'refused', 'no_rights'],
  [400, 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', 'refused', 'no_rights'],
  [400, 'Bad Request: CHAT_GUEST_SEND_FORBIDDEN', 'refused', 'no_rights'],
  [400, 'Bad Request: CHAT_ADMIN_REQUIRED', 'refused', 'no_rights'],
  [400, 'Bad Request: USER_BANNED_IN_CHANNEL', 'refused', 'no_rights'],
  [400, 'Bad Request: USER_RESTRICTED', 'refused', 'no_rights'],
  [400, 'Bad Request: TOPIC_CLOSED', 'refused', 'topic_closed'],
  [400, 'Bad Request: TOPIC_DELETED', 'refused', 'topic_gone'],
  [400, 'Bad Request: message thread not found', 'refused', 'topic_gone'],
  [400, 'Bad Request: unknown forum topic specified', 'refused', 'topic_gone'],
  [400, 'Bad Request: message is too long', 'refused', 'text_too_long'],
  [400, 'Bad Request: MESSAGE_TOO_LONG', 'refused', 'text_too_long'],
  [400, 'Bad Request: message text is empty', 'refused', 'text_empty'],
  [400, 'Bad Request: text must be non-empty', 'refused', 'text_empty'],
  [400, 'Bad Request: MESSAGE_EMPTY', 'refused', 'text_empty'],
  [400, "Bad Request: can't parse entities: unsupported start tag", 'formattingRefused'],
  [400, "Bad Request: can't parse MessageEntity: Unsupported type specified", 'formattingRefused'],
  [400, "Bad Request: entity URL 'https://x/' is invalid: Wrong HTTP URL", 'formattingRefused'],
  [
    400,
    'Bad Request: entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 9',
    'formattingRefused',
  ],
  [
    400,
    'Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset 2',
    'formattingRefused',
  ],
  [400, 'Bad Request: receive an entity with incorrect length -1', 'formattingRefused'],
  [400, 'Bad Request: ENTITY_BOUNDS_INVALID', 'formattingRefused'],
  [400, 'Bad Request: ENTITY_MENTION_USER_INVALID', 'formattingRefused'],
  [400, 'Bad Request: ENTITIES_TOO_LONG', 'formattingRefused'],
  [400, 'Bad Request: BUTTON_URL_INVALID', 'refused', 'bad_button'],
  [400, 'Bad Request: BUTTON_TYPE_INVALID', 'refused', 'bad_button'],
  [400, 'Bad Request: reply markup is too long', 'refused', 'bad_button'],
  [400, 'Bad Request: REPLY_MARKUP_INVALID', 'refused', 'bad_button'],
  [400, 'Bad Request: ALLOW_PAYMENT_REQUIRED_5', 'refused', 'payment_required'],
  [400, 'Bad Request: PAYMENT_UNSUPPORTED', 'refused', 'payment_required'],
  [400, 'Bad Request: Logged out', 'accountLost', 'logged_out'],
  [400, 'Bad Request: FROZEN_METHOD_INVALID', 'accountLost', 'banned'],
  [400, 'Bad Request: SOMETHING_NEW', 'refused', 'unknown'],
  [401, 'Unauthorized', 'accountLost', 'unauthorized'],
  [401, 'Unauthorized: invalid token specified', 'accountLost', 'unauthorized'],
  [404, 'Not Found', 'accountLost', 'unauthorized'],
  [
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    'retry',
    'busy',
  ],
  [413, 'Request Entity Too Large', 'refused', 'bad_media'],
  [400, 'Bad Request: message caption is too long', 'refused', 'text_too_long'],
  [400, 'Bad Request: IMAGE_PROCESS_FAILED', 'refused', 'bad_media'],
  [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'refused', 'bad_media'],
  [
    400,
    'Bad Request: failed to send message #2 with the error message "IMAGE_PROCESS_FAILED"',
    'refused',
    'bad_media',
  ],
  [400, 'Bad Request: wrong file identifier/HTTP URL specified', 'handleRefused'],
  [400, 'Bad Request: FILE_REFERENCE_EXPIRED', 'handleRefused'],
  [400, 'Bad Request: not enough rights to send photos to the chat', 'refused', 'kind_forbidden'],
  [400, 'Bad Request: CHAT_SEND_POLL_FORBIDDEN', 'refused', 'kind_forbidden'],
  [400, "Bad Request: poll can't have more than 12 options", 'refused', 'bad_poll'],
  [400, "Bad Request: non-anonymous polls can't be sent to channel chats", 'refused', 'bad_poll'],
  [500, 'Internal Server Error: restart', 'unconfirmed'],
  [500, 'Internal Server Error: Request aborted', 'unconfirmed'],
  [502, 'Bad Gateway', 'unconfirmed'],
]

test.each(answers)('%i %s → %s %s', (code, description, kind, means) => {
  expect(outcomeOf({ kind: 'answer', code, description })).toMatchObject(
    means ? { kind, code: means } : { kind },
  )
})

const others: [what: string, failure: Failure, outcome: Partial<Outcome>][] = [
  [
    'a flood wait names its time to the second, and the chat sits it out',
    {
      kind: 'answer',
      code: 429,
      description: 'Too Many Requests: retry after 37',
      retryAfter: 37,
    },
    { kind: 'retry', scope: 'chat', code: 'slow_down', waitMs: 37_000 },
  ],
  [
    'a flood wait without a time is a minute, as the real server gives those who queue too much',
    { kind: 'answer', code: 429, description: 'Too Many Requests' },
    { kind: 'retry', scope: 'chat', waitMs: 60_000 },
  ],
  [
    'slow mode names its time in the text',
    { kind: 'answer', code: 400, description: 'Bad Request: SLOWMODE_WAIT_300' },
    { kind: 'retry', scope: 'chat', code: 'slow_mode', waitMs: 300_000 },
  ],
  [
    'a migrated group names its new id',
    {
      kind: 'answer',
      code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      migrateTo: '-1001234567890',
    },
    { kind: 'retarget', externalId: '-1001234567890' },
  ],
  [
    'nothing left this machine: certain, and worth another try',
    { kind: 'unreachable', cause: 'ECONNREFUSED' },
    { kind: 'retry', scope: 'account', code: 'unreachable' },
  ],
  [
    'the request left and the answer was lost',
    { kind: 'lost', cause: 'UND_ERR_SOCKET' },
    { kind: 'unconfirmed' },
  ],
  ['a proxy’s 502 page', { kind: 'unreadable', status: 502 }, { kind: 'unconfirmed' }],
  ['an answer that was cut', { kind: 'unreadable', status: 200 }, { kind: 'unconfirmed' }],
  [
    'a proxy that refuses to pass it on',
    { kind: 'unreadable', status: 403 },
    { kind: 'retry', scope: 'account', code: 'unreachable' },
  ],
  [
    'a proxy that finds it too large',
    { kind: 'unreadable', status: 413 },
    { kind: 'refused', code: 'bad_media' },
  ],
]

test.each(others)('%s', (_what, failure, outcome) => {
  expect(outcomeOf(failure)).toMatchObject(outcome)
})

test('what is refused for a reason nobody has seen keeps the words of Telegram', () => {
  const outcome = outcomeOf({ kind: 'answer', code: 400, description: 'Bad Request: NEW_THING' })
  expect(outcome).toMatchObject({ reason: 'Telegram refused it: Bad Request: NEW_THING' })
})
