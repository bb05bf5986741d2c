import type { Readable } from 'node:stream'
import type { Resolved } from '@carillon/contract/content/resolve'
import type { Writing } from '../../platform/context.ts'
import type { ChannelAccount, Traits } from './account.ts'
import type { GroupLostCode } from './chats.ts'
import type { MediaKind } from './media.ts'

/** Sending: what every channel does. */
export type Sending = {
  /** The capabilities of an account without traits. */
  readonly capabilities: Capabilities
  /** The capabilities of an account with these traits, if accounts differ. */
  capabilitiesOf?(traits: Traits): Capabilities
  /** Returns what members will see, for the preview and the sender. `refusals` say why it cannot be sent. */
  compile(content: Resolved): Compiled
  /** Exactly one try. Never sleeps, never retries, never throws for an answer of the network. */
  send(request: SendRequest): Promise<Outcome>
  /**
   * A person says that this delivery, whose tries may have arrived, is missing in its group: the next try sends it, with
   * the words that it then has. Left out if the channel stores no tries.
   */
  noteMissing?(writing: Writing, accountId: string, deliveryId: string): Promise<void>
}

export type Capabilities = {
  /** `once`: the network recognizes our own id of a repeated send. */
  guarantee: 'once' | 'at-most-once, asks'
  textMax: number
  /** The same for the text that stands with files. */
  captionMax: number
  topics: boolean
  polls: boolean
  /** Buttons that open an address. */
  buttons: boolean
  /** Whether it can send only while the session that receives is open. */
  needsSessionToSend: boolean
  pace: Pace
}

/** The allowed speed: tokens per second with a burst for each account and each chat, and sends per minute for each group. */
export type Pace = {
  account: { perSecond: number; burst: number }
  chat: { perSecond: number; burst: number }
  groupPerMinute: number
  /** Most sends on the wire at once: after a crash each of them may have arrived or not. */
  inFlight: number
}

/** `text` is the text, the caption, or the question of a poll. */
export type Compiled = {
  text: string
  entities: { type: string; offset: number; length: number; url?: string; language?: string }[]
  /** The card above a text with a link, if the content has one. */
  linkCard?: { url: string; title: string; description?: string; mediaId?: string }
  warnings: string[]
  /** Why the network would refuse it, for each field of the content; empty if it would not. */
  refusals: ContentRefusal[]
}

export type ContentRefusal = { field: string; code: RefusedCode; reason: string }

export type SendRequest = {
  account: ChannelAccount
  /**
   * The same for all attempts of a delivery. If the network allows it, a channel derives the network's
   * message id from it.
   */
  deliveryId: string
  /** The content is the text after the files of the same delivery, which are in the group: a message of its own. */
  isAfter?: boolean
  externalId: string
  topicId: string | null
  content: Resolved
  /** The files of the content, in its order. */
  files: readonly SendFile[]
  /** The picture of its link card as a small JPEG. If reading it fails, the text is sent without it. */
  linkPicture?: (() => Promise<Uint8Array>) | undefined
  /** Send it without its formatting, which the network refused; the text must still say the same. */
  plain: boolean
  /** Ends the try at its deadline; a request on the wire is then unconfirmed. */
  signal: AbortSignal
  /**
   * This process must release the account. A try whose bytes have not all been read ends at once and certainly sent
   * nothing; any other is awaited.
   */
  letGo: AbortSignal
}

export type SendFile = {
  mediaId: string
  kind: MediaKind
  fileName: string
  mimeType: string
  bytes: number
  width?: number
  height?: number
  durationMs?: number
  /** The network's handle of the file, since this account sent it; without one its bytes are sent. */
  handle?: string
  /** Reads it; fails with AppError `not_found` or `unavailable`. */
  open(): Readable
}

/**
 * The result of one try: a closed set. Only after `retry`, `retarget`, `formattingRefused` and `handleRefused` it is
 * certain that nothing was accepted, and another try makes sense. `partly`: in words, which parts are in the group;
 * another try sends the rest. `handles`: the network's handles of the files, in their order, if it reported them; also of
 * files that were uploaded and not sent.
 */
export type Outcome = OutcomeKind & {
  partly?: string
  handles?: readonly (string | undefined)[]
}

type OutcomeKind =
  /** `lacks`: in words, the decoration that it was sent without. */
  | { kind: 'sent'; receipt: Receipt; lacks?: string }
  /** `waitMs`: the network named a time, and the attempt does not count. Otherwise the lane chooses a delay. */
  | {
      kind: 'retry'
      scope: 'delivery' | 'chat' | 'account'
      waitMs?: number
      code: RetryCode
      reason: string
    }
  | { kind: 'retarget'; externalId: string }
  /**
   * The network may accept it without its formatting. Never the outcome for a text that had none, or that would
   * say something else without.
   */
  | { kind: 'formattingRefused'; reason: string }
  /** The network no longer knows a file by its handle; with the bytes it may accept it. */
  | { kind: 'handleRefused'; reason: string }
  | { kind: 'refused'; code: RefusedCode; reason: string }
  | { kind: 'groupLost'; code: GroupLostCode; reason: string }
  | { kind: 'accountLost'; code: AccountLostCode; reason: string }
  | { kind: 'unconfirmed'; reason: string }

/**
 * The network's ids of the messages of a delivery, in their order; an album has several. `chatId` is their chat: a
 * group that migrates numbers its messages anew.
 */
export type Receipt = {
  externalIds: readonly [string, ...string[]]
  /** Which of these is the text after the files. */
  textId?: string
  chatId?: string
  link?: string
}

export type RetryCode =
  | 'slow_down'
  | 'unreachable'
  | 'slow_mode'
  | 'busy'
  /** Our storage cannot read a file. */
  | 'media_away'
export type RefusedCode =
  | 'text_empty'
  | 'text_too_long'
  | 'bad_formatting'
  | 'bad_button'
  | 'bad_poll'
  | 'bad_album'
  /** The network does not accept the kind or the size of a file. */
  | 'bad_media'
  /** A file is not there any more. */
  | 'media_gone'
  | 'no_rights'
  /** Members may write there, but not send this kind of content: a photo, a poll. */
  | 'kind_forbidden'
  /** We may not write; the network's words are unknown to us. */
  | 'forbidden'
  | 'topic_closed'
  | 'topic_gone'
  | 'payment_required'
  | 'unsupported'
  /** The network allows it for some time only. */
  | 'too_late'
  /** The network's words are unknown to us. */
  | 'unknown'

export type AccountLostCode = 'unauthorized' | 'banned' | 'logged_out'
