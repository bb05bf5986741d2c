import { seconds } from '../../platform/clock.ts'
import type { GroupLostCode } from '../port/chats.ts'
import type { FollowUpOutcome } from '../port/follow-ups.ts'
import type { AccountLostCode, Outcome, RefusedCode, RetryCode } from '../port/sending.ts'
import { lostReasons } from './rights.ts'

/** How a call to the Bot API failed, as seen on the wire. */
export type Failure =
  /** Telegram itself answered: it has certainly not been accepted, unless it is a 5xx. */
  | { kind: 'answer'; code: number; description: string; retryAfter?: number; migrateTo?: string }
  /** Something other than Telegram answered, such as a proxy with a page, or the answer was cut. */
  | { kind: 'unreadable'; status: number }
  /** Not one byte of the request left. */
  | { kind: 'unreachable'; cause: string }
  /** The request left and nothing came back. */
  | { kind: 'lost'; cause: string }

/** What a failed call means: everything but `sent`. */
export type Refusal = Exclude<Outcome, { kind: 'sent' }>

/** The wait that the real server names when too much is queued (ClientManager.cpp); our default if it names none. */
const SLOW_DOWN_DEFAULT_MS = seconds(60)

/**
 * What a send or another call that failed means. Code and text decide; the texts are those of the real
 * server (tdlib/telegram-bot-api, td), which prefixes them and lowers their first letter. Unknown
 * ones count as refused, with Telegram's own words, since a 4xx is never accepted.
 */
export function outcomeOf(failure: Failure): Refusal {
  switch (failure.kind) {
    case 'answer':
      return ofAnswer(failure)
    case 'unreadable':
      return ofUnreadable(failure.status)
    case 'unreachable':
      return retry('account', 'unreachable', 'Telegram cannot be reached.')
    case 'lost':
      return unconfirmed('Telegram did not answer.')
  }
}

function ofAnswer(answer: Failure & { kind: 'answer' }): Refusal {
  if (answer.migrateTo) return { kind: 'retarget', externalId: answer.migrateTo }
  const text = answer.description.replace(PREFIX, '').toLowerCase().replace(ALBUM_ITEM, '')
  const kind = NOT_THIS_KIND.exec(text)
  if (kind) return refused('kind_forbidden', `The bot may not send ${kind[1] ?? kind[2]} there.`)
  const row = ROWS.find(([code, start]) => code === answer.code && text.startsWith(start))
  if (row) return row[2]
  const slowMode = /^slowmode_wait_(\d+)/.exec(text)
  if (slowMode) {
    const wait = seconds(Number(slowMode[1]))
    return retry('chat', 'slow_mode', 'The group is in slow mode.', wait)
  }
  const said = `Telegram refused it: ${answer.description}`
  switch (answer.code) {
    case 401:
    case 404:
      return lostAccount('unauthorized', TOKEN_REFUSED)
    case 403:
      return refused('forbidden', said)
    case 409:
      return retry('account', 'busy', 'Telegram is busy with another request of this bot.')
    case 429: {
      const wait = answer.retryAfter ? seconds(answer.retryAfter) : SLOW_DOWN_DEFAULT_MS
      return retry('chat', 'slow_down', 'Telegram asked us to slow down.', wait)
    }
    default:
      // Telegram answers 500, in the same words, whether or not it has accepted the message.
      return answer.code >= 500
        ? unconfirmed(`Telegram had a problem of its own (${answer.code}).`)
        : refused('unknown', said)
  }
}

/** A page of a proxy. A 4xx means that the proxy did not forward it; anything else may come after acceptance. */
function ofUnreadable(status: number): Refusal {
  if (status === 413) return refused('bad_media', 'It is larger than Telegram accepts.')
  return status >= 400 && status < 500
    ? retry('account', 'unreachable', `Something on the way to Telegram answered ${status}.`)
    : unconfirmed(`Something on the way to Telegram answered ${status}.`)
}

const PREFIX = /^(Bad Request|Forbidden|Unauthorized|Conflict|Internal Server Error): /

/** For an album Telegram puts the number of the refused file before its usual words. */
const ALBUM_ITEM = /^failed to send message #\d+ with the error message "/

/** This kind of content may not be sent there; texts may. */
const NOT_THIS_KIND =
  /^not enough rights to send (?!text )([\w ]+) to the chat|^chat_send_(?!plain)([a-z]+)_forbidden/

const TOKEN_REFUSED = 'Telegram no longer accepts the token of this bot. Paste its current token.'

const retry = (
  scope: 'chat' | 'account',
  code: RetryCode,
  reason: string,
  waitMs?: number,
): Refusal => ({ kind: 'retry', scope, code, reason, ...(waitMs === undefined ? {} : { waitMs }) })
const refused = (code: RefusedCode, reason: string): Refusal => ({ kind: 'refused', code, reason })
const lostGroup = (code: GroupLostCode, reason: string): Refusal => ({
  kind: 'groupLost',
  code,
  reason,
})
const lostAccount = (code: AccountLostCode, reason: string): Refusal => ({
  kind: 'accountLost',
  code,
  reason,
})
const unconfirmed = (reason: string): Refusal => ({ kind: 'unconfirmed', reason })

const KICKED = lostGroup('kicked', lostReasons.kicked)
const LEFT = lostGroup('left', lostReasons.left)
const NOT_FOUND = lostGroup('not_found', 'Telegram does not find this chat for the bot.')
const NO_RIGHTS = refused(
  'no_rights',
  'The bot may not write there. Make it an admin, or allow members to send messages.',
)
const TOPIC_GONE = refused('topic_gone', 'The topic does not exist any more.')
const EMPTY = refused('text_empty', 'There is no text to send.')
const TOO_LONG = refused('text_too_long', 'The text is longer than Telegram accepts.')
const FORMATTING: Refusal = {
  kind: 'formattingRefused',
  reason: 'Telegram does not accept the formatting.',
}
const BAD_BUTTON = refused('bad_button', 'Telegram does not accept a button of it.')
const BAD_MEDIA = refused('bad_media', 'Telegram cannot read a file of it. Send it as a document.')
const BAD_ALBUM = refused('bad_album', 'Telegram does not show these files together.')
const BAD_POLL = refused('bad_poll', 'Telegram does not accept the poll.')
const OPEN_POLL = refused('bad_poll', 'In a channel a poll must be anonymous.')
const TOO_BIG = refused('bad_media', 'A file of it is larger than Telegram accepts.')
const HANDLE: Refusal = {
  kind: 'handleRefused',
  reason: 'Telegram does not know a file any more that it was sent before.',
}
const PAYMENT = refused('payment_required', 'Writing here costs Telegram Stars; bots cannot pay.')

/** Error code, how the lowered text after the prefix begins, and what it means. The first row wins. */
const ROWS: readonly (readonly [code: number, start: string, refusal: Refusal])[] = [
  [403, 'bot was kicked from', KICKED],
  [403, 'bot is not a member of', LEFT],
  [403, 'the group chat was deleted', lostGroup('deleted', 'The group was deleted.')],
  [403, 'user is deactivated', lostGroup('deleted', 'This person deleted their account.')],
  [403, 'bot was blocked by the user', lostGroup('left', 'The bot was blocked.')],
  [
    403,
    "bot can't initiate conversation",
    lostGroup('not_found', 'The bot may not write to people who have not written to it.'),
  ],
  [400, 'chat not found', NOT_FOUND],
  [400, 'private chat not found', NOT_FOUND],
  [400, 'peer_id_invalid', NOT_FOUND],
  [400, 'chat_id_invalid', NOT_FOUND],
  [400, 'channel_invalid', NOT_FOUND],
  [400, 'channel_private', NOT_FOUND],
  [400, 'group chat was deactivated', lostGroup('deleted', 'The group was deleted.')],
  [400, 'not enough rights', NO_RIGHTS],
  [400, 'have no write access to the chat', NO_RIGHTS],
  [400, 'have no rights to send a message', NO_RIGHTS],
  [400, 'need administrator rights in the channel chat', NO_RIGHTS],
  [400, 'chat_write_forbidden', NO_RIGHTS],
  [400, 'chat_restricted', NO_RIGHTS],
  [400, 'chat_guest_send_forbidden', NO_RIGHTS],
  [400, 'chat_send_', NO_RIGHTS],
  [400, 'chat_admin_required', NO_RIGHTS],
  [400, 'user_banned_in_channel', NO_RIGHTS],
  [400, 'user_restricted', NO_RIGHTS],
  [400, 'topic_closed', refused('topic_closed', 'The topic is closed.')],
  [400, 'topic_deleted', TOPIC_GONE],
  [400, 'message thread not found', TOPIC_GONE],
  [400, 'unknown forum topic', TOPIC_GONE],
  [400, 'message is too long', TOO_LONG],
  [400, 'message caption is too long', TOO_LONG],
  [400, 'media_caption_too_long', TOO_LONG],
  [400, 'message_too_long', TOO_LONG],
  [400, 'message text is empty', EMPTY],
  [400, 'text must be non-empty', EMPTY],
  [400, 'message must be non-empty', EMPTY],
  [400, 'message_empty', EMPTY],
  [400, "can't parse entities", FORMATTING],
  [400, "can't parse messageentity", FORMATTING],
  // The address of a link: `entity URL '…' is invalid: Wrong HTTP URL`.
  [400, 'entity url', FORMATTING],
  [400, 'entity begin', FORMATTING],
  [400, 'receive an entity with incorrect', FORMATTING],
  [400, 'entity_', FORMATTING],
  [400, 'entities_too_long', FORMATTING],
  [400, 'button_', BAD_BUTTON],
  [400, 'inline keyboard button', BAD_BUTTON],
  [400, 'reply markup is too long', BAD_BUTTON],
  [400, 'reply_markup_', BAD_BUTTON],
  [400, 'wrong file identifier', HANDLE],
  [400, 'wrong file_id', HANDLE],
  [400, 'wrong remote file identifier', HANDLE],
  [400, 'file_reference_', HANDLE],
  [400, 'photo_', BAD_MEDIA],
  [400, 'image_process_failed', BAD_MEDIA],
  [400, 'file must be non-empty', BAD_MEDIA],
  [400, 'file is too big', TOO_BIG],
  [400, 'file of size', TOO_BIG],
  [400, "can't use the media of the specified type in the album", BAD_ALBUM],
  [400, 'media_grouped_invalid', BAD_ALBUM],
  [400, 'poll ', BAD_POLL],
  [400, 'non-anonymous polls', OPEN_POLL],
  [400, 'poll_', BAD_POLL],
  [400, 'allow_payment_required', PAYMENT],
  [400, 'payment_unsupported', PAYMENT],
  [400, 'logged out', lostAccount('logged_out', 'This bot was moved to another Bot API server.')],
  [400, 'frozen_method_invalid', lostAccount('banned', 'Telegram has frozen this bot.')],
  [413, '', TOO_BIG],
]

/** The outcome if a follow-up is already done or its message is gone; undefined for other failures. */
export function knownOf(failure: Failure): FollowUpOutcome | undefined {
  if (failure.kind !== 'answer' || failure.code !== 400) return undefined
  const row = FOLLOW_UPS.find(([words]) => words.test(failure.description))
  return row?.[1]
}

const followUpRefused = (code: 'no_rights' | 'too_late', reason: string): FollowUpOutcome => ({
  kind: 'refused',
  code,
  reason,
})

const FOLLOW_UPS: readonly (readonly [RegExp, FollowUpOutcome])[] = [
  [/message to (?:delete|pin|unpin|edit) not found|message_id_invalid/i, { kind: 'gone' }],
  // An earlier try did it, and its answer was lost.
  [/message is not modified|chat_not_modified/i, { kind: 'done' }],
  [
    /message can't be deleted/i,
    followUpRefused(
      'too_late',
      'Telegram lets bots delete their messages for 48 hours, and later only as admins who may delete messages.',
    ),
  ],
  [
    /message can't be edited/i,
    followUpRefused('no_rights', 'Telegram does not let the bot edit it.'),
  ],
  [
    /not enough rights to (?:manage pinned|pin|unpin)/i,
    followUpRefused(
      'no_rights',
      'The bot may not pin messages there. Allow that to it or to all members.',
    ),
  ],
]
