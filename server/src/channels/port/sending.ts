import type { Readable } from 'node:stream'
import type { Resolved } from '@carillon/contract/content/resolve'
import type { ChannelAccount, Traits } from './account.ts'
import type { GroupLostCode } from './chats.ts'
import type { MediaKind } from './media.ts'

/** Sending: what every channel does. */
export type Sending = {
  /** Of an account that has no traits of its own. */
  readonly capabilities: Capabilities
  /** The capabilities of an account with these traits, where accounts differ. */
  capabilitiesOf?(traits: Traits): Capabilities
  /** What members will see; the preview and the sender share it. `refusals` say why it cannot be sent. */
  compile(content: Resolved): Compiled
  /** Exactly one try. Never sleeps, never retries, never throws for what a network answers. */
  send(request: SendRequest): Promise<Outcome>
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
  /** Whether sending needs the session that receives: while that is down, nothing can be sent. */
  sendsInSession: boolean
  pace: Pace
}

/** How fast may be sent: tokens per second with a burst, per account and per chat, and per group and minute. */
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
  /** What stands above a text with a link, where the content gives it. */
  linkCard?: { url: string; title: string; description?: string; mediaId?: string }
  warnings: string[]
  /** Why the network would refuse it, at the fields of the content; empty if it would not. */
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
  /** It is the text after the files of the same delivery, which stand there: a message of its own. */
  isAfter?: boolean
  externalId: string
  topicId: string | null
  content: Resolved
  /** The files of the content, in its order. */
  files: readonly SendFile[]
  /** The picture of its link card as a small JPEG. Where it fails the text goes without it. */
  linkPicture?: (() => Promise<Uint8Array>) | undefined
  /** Without its formatting, which the network did not take; it must still say the same. */
  plain: boolean
  /** Ends the try at its deadline; what was on the wire is then unconfirmed. */
  signal: AbortSignal
  /**
   * This process must let go of the account. A try whose bytes have not all been read ends at once, and is
   * certain; any other is waited for.
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
  /** What the network calls it since this account sent it; without one its bytes go along. */
  handle?: string
  /** Reads it; fails with AppError `not_found` or `unavailable`. */
  open(): Readable
}

/**
 * What came of one try: a closed set. Only `retry`, `retarget`, `formattingRefused` and `handleRefused` are
 * certain not to have been accepted and worth another. `partly`: in words, how much of it stands in
 * the group, so that it does not end as if nothing did; another try sends the rest. `handles`: what the network calls
 * the files from now on, in their order, where it told; also where it brought some and did not send them.
 */
export type Outcome = OutcomeKind & {
  partly?: string
  handles?: readonly (string | undefined)[]
}

type OutcomeKind =
  /** `lacks`: it went without something that only adorns it, in words. */
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
   * Without its formatting the network may take it. Never the answer to a text that had none, or that would
   * say something else without.
   */
  | { kind: 'formattingRefused'; reason: string }
  /** The network has forgotten a file that it was told by its handle; with the bytes it may take it. */
  | { kind: 'handleRefused'; reason: string }
  | { kind: 'refused'; code: RefusedCode; reason: string }
  | { kind: 'groupLost'; code: GroupLostCode; reason: string }
  | { kind: 'accountLost'; code: AccountLostCode; reason: string }
  | { kind: 'unconfirmed'; reason: string }

/**
 * What the network calls the messages that it made of a delivery, in their order; an album has several.
 * `chatId` is the chat that they are in: a group that becomes another chat numbers its messages anew.
 */
export type Receipt = {
  externalIds: readonly [string, ...string[]]
  /** Of these: the text that went after the files. */
  textId?: string
  chatId?: string
  link?: string
}

export type RetryCode =
  | 'slow_down'
  | 'unreachable'
  | 'slow_mode'
  | 'busy'
  /** Our storage does not give a file. */
  | 'media_away'
export type RefusedCode =
  | 'text_empty'
  | 'text_too_long'
  | 'bad_formatting'
  | 'bad_button'
  | 'bad_poll'
  | 'bad_album'
  /** A file is of a kind or a size that the network does not take. */
  | 'bad_media'
  /** A file is not there any more. */
  | 'media_gone'
  | 'no_rights'
  /** Members may write there, but not send what it is: a photo, a poll. */
  | 'kind_forbidden'
  /** We may not write, in words that we do not know. */
  | 'forbidden'
  | 'topic_closed'
  | 'topic_gone'
  | 'payment_required'
  | 'unsupported'
  /** The network allows it for some time only. */
  | 'too_late'
  /** In words that we do not know. */
  | 'unknown'

export type AccountLostCode = 'unauthorized' | 'banned' | 'logged_out'
