import type { Content } from '@carillon/contract/content/content'
import type { ChannelAccount, Traits } from './account.ts'
import type { GroupLostCode } from './chats.ts'

/** Sending: what every channel does. */
export type Sending = {
  /** Of an account that has no traits of its own. */
  readonly capabilities: Capabilities
  /** The capabilities of an account with these traits, where accounts differ. */
  capabilitiesOf?(traits: Traits): Capabilities
  /** What members will see; the preview and the sender share it. `refusal` says why it cannot be sent. */
  compile(content: Content): Compiled
  /** Exactly one try. Never sleeps, never retries, never throws for what a network answers. */
  send(request: SendRequest): Promise<Outcome>
}

export type Capabilities = {
  /** `once`: the network recognizes our own id of a repeated send. */
  guarantee: 'once' | 'at-most-once, asks'
  textMax: number
  topics: boolean
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

export type Compiled = {
  text: string
  entities: { type: string; offset: number; length: number; url?: string; language?: string }[]
  warnings: string[]
  /** Why the network would refuse it. */
  refusal?: { code: RefusedCode; reason: string }
}

export type SendRequest = {
  account: ChannelAccount
  /**
   * The same for all attempts of a delivery. If the network allows it, a channel derives the network's
   * message id from it.
   */
  deliveryId: string
  externalId: string
  topicId: string | null
  content: Content
  /** Without its formatting, which the network did not take; it must still say the same. */
  plain: boolean
  /** Ends the try at its deadline; what was on the wire is then unconfirmed. */
  signal: AbortSignal
}

/**
 * What came of one try: a closed set. Only `retry`, `retarget` and `formattingRefused` are certain not to
 * have been accepted and worth another.
 */
export type Outcome =
  | { kind: 'sent'; receipt: Receipt }
  /** `wait`: the network named a time, and the attempt does not count. Otherwise the lane chooses a delay. */
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
  chatId?: string
  link?: string
}

export type RetryCode = 'slow_down' | 'unreachable' | 'slow_mode' | 'busy'
export type RefusedCode =
  | 'text_empty'
  | 'text_too_long'
  | 'bad_formatting'
  | 'no_rights'
  /** We may not write, in words that we do not know. */
  | 'forbidden'
  | 'topic_closed'
  | 'topic_gone'
  | 'payment_required'
  | 'unsupported'
  /** In words that we do not know. */
  | 'unknown'

export type AccountLostCode = 'unauthorized' | 'banned' | 'logged_out'
