import type { ChannelKind } from '@carillon/contract/config'
import type { Content } from '@carillon/contract/content/content'

/**
 * The door to a network. Every adapter passes the same conformance suite; no library's type crosses
 * this file. Two channels differ by their capabilities, never by a question for their kind elsewhere.
 */
export type Channel = {
  readonly kind: ChannelKind
  readonly capabilities: Capabilities
  /** Who these credentials are. Throws AppError `invalid` (path `token`) in words when they are not accepted. */
  identify(credentials: string, signal?: AbortSignal): Promise<Identity>
  /**
   * Receives what the network tells about an account (updates, a socket's state) until closed. Called
   * only while this process owns the account. Events are awaited in order; the offset moves after them.
   */
  open(account: ChannelAccount, events: ChannelEvents): Session
  /** Reads an update that the network sent to our webhook by itself; null for what is not one. */
  receive(account: ChannelAccount, body: unknown): Update | null
  /**
   * What the network says of one chat now: who we are there and what we may do. Asks by id, or by what
   * people paste: a name or a link. Throws AppError `unavailable` when the network cannot be asked.
   */
  check(account: ChannelAccount, chat: string, signal?: AbortSignal): Promise<CheckedChat>
  /** Whether a person is an admin of the chat; who proves a chat must be. */
  isAdmin(account: ChannelAccount, externalId: string, personId: string): Promise<boolean>
  /** Where a person adds this account to a group, proving it with a code that is good once. */
  inviteUrl(identity: Identity, code: string): string
  /** What members will see; the preview and the sender share it. `refusal` says why it cannot be sent. */
  compile(content: Content): Compiled
  /** Exactly one try. Never sleeps, never retries, never throws for what a network answers. */
  send(request: SendRequest): Promise<Outcome>
  /** Returns what it holds open. */
  close(): Promise<void>
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

/** `identity` is what its users see (`@carillon_bot`), `username` the same for links, `name` what it calls itself. */
export type Identity = { externalId: string; identity: string; username: string; name: string }

/** An account as adapters see it, its credentials opened. */
export type ChannelAccount = Identity & {
  id: string
  credentials: string
  updateOffset: number | null
  /** Where the network may bring updates by itself, and what proves that it is the network. */
  webhook?: { url: string; secret: string }
}

export type Session = { close(): Promise<void> }

export type ChannelEvents = {
  on(event: ChannelEvent): Promise<void>
  /** Everything up to here was handled: kept, so that nothing is told twice or missed. */
  offset(next: number): Promise<void>
}

/** What one update says. `next` is the offset after it. */
export type Update = { id: number; next: number; events: ChannelEvent[] }

export type ChannelEvent =
  /** A reason with `connected`: sending works, something else needs a look. */
  | { kind: 'status'; status: 'connected' | 'reconnecting'; reason?: string }
  | { kind: 'accountLost'; code: AccountLostCode; reason: string }
  | ChatEvent

export type ChatEvent =
  | { kind: 'chat'; chat: CheckedChat }
  | { kind: 'renamed'; externalId: string; title: string }
  | { kind: 'migrated'; from: string; to: string }
  /** What is not told stays as it is known. */
  | { kind: 'topic'; externalId: string; topic: { id: string; name?: string; closed?: boolean } }
  /** Somebody wrote `/start CODE` in a chat; whether they may is still to be asked. */
  | { kind: 'linkCode'; code: string | null; externalId: string; personId: string; title: string }

export type Topic = { id: string; name: string; closed: boolean }

/**
 * `externalId` is where the chat is now: not what was asked for, when that was a name or it has moved.
 * `topicId` is the topic that a link led to.
 */
export type CheckedChat = ChatState & { externalId: string; topicId?: string }

export type ChatState =
  | {
      lost: false
      title: string
      kind: 'group' | 'supergroup' | 'channel'
      memberCount?: number
      canPost: boolean
      /** Why it cannot be posted to, in words. */
      reason?: string
    }
  | { lost: true; code: GroupLostCode; reason: string }

export type Compiled = {
  text: string
  entities: { type: string; offset: number; length: number; url?: string; language?: string }[]
  warnings: string[]
  /** Why the network would refuse it. */
  refusal?: { code: RefusedCode; reason: string }
}

export type SendRequest = {
  account: ChannelAccount
  /** Stable over all tries: channels that can, derive the network's own id of the message from it. */
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
  /** `wait`: the network named the time; it costs no try. Otherwise the lane backs off. */
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

export type Receipt = { externalId: string; link?: string }

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

export type GroupLostCode = 'kicked' | 'left' | 'deleted' | 'not_found'
export type AccountLostCode = 'unauthorized' | 'banned' | 'logged_out'

declare module '../platform/context.ts' {
  interface Context {
    /** The channels this server offers, by kind. */
    readonly channels: ReadonlyMap<ChannelKind, Channel>
  }
}
