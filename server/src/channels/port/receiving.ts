import type { IncomingHttpHeaders } from 'node:http'
import type { ChannelAccount } from './account.ts'
import type { CheckedChat } from './chats.ts'
import type { AccountLostCode } from './sending.ts'

/** Receiving: events of the network about an account and its chats. */
export type Receiving = {
  /**
   * Receives the events of an account (updates, a socket's state) until closed. Called only while this process owns
   * the account. If the network limits how many accounts may begin at once, it waits by itself. Events are awaited in
   * order; the offset moves after them.
   */
  open(account: ChannelAccount, events: ChannelEvents): Session
  /** Only if the network can deliver updates to an address of ours. */
  webhook?: Webhook
}

export type Session = {
  /** `unlink`: the account is removed; the network is informed if that is possible. */
  close(options?: { unlink?: boolean }): Promise<void>
  /** Emits all chats again; only if chats are read through the session. */
  refresh?(): Promise<void>
}

export type ChannelEvents = {
  on(event: ChannelEvent): Promise<void>
  /** Everything up to here was handled. It is saved, so that no event is handled twice or missed. */
  offset(next: number): Promise<void>
}

/** Reads what arrives at the webhook of an account. */
export type Webhook = {
  /** The path of its addresses, such as `/hooks/telegram`; the id of the account follows. */
  path: string
  /** The secret of a request: the one that the account was registered with. */
  secretIn(headers: IncomingHttpHeaders): string | undefined
  /** Null if the body is not an update. */
  read(account: ChannelAccount, body: unknown): Update | null
}

/** The events of one update. `next` is the offset after it. */
export type Update = { id: number; next: number; events: ChannelEvent[] }

export type ChannelEvent =
  /**
   * `connected` with a reason: sending works, but something else needs attention. `restricted`: the network lets it send
   * nothing for now, or until an instant.
   */
  | {
      kind: 'status'
      status: 'connected' | 'reconnecting' | 'restricted'
      reason?: string
      until?: Date
    }
  | { kind: 'accountLost'; code: AccountLostCode; reason: string }
  /** How many members got or read messages, if their phones report it; at most once every few seconds. */
  | { kind: 'receipts'; counts: readonly ReceiptCounts[] }
  | ChatEvent

/** How many members have got the delivery, and have read it; `members`: of how many. */
export type ReceiptCounts = {
  deliveryId: string
  delivered: number
  read: number
  members?: number
}

export type ChatEvent =
  | { kind: 'chat'; chat: CheckedChat }
  | { kind: 'renamed'; externalId: string; title: string }
  /** The chat has another picture, or none any more. */
  | { kind: 'photoChanged'; externalId: string }
  | { kind: 'migrated'; from: string; to: string }
  /** Fields that are left out stay unchanged. */
  | { kind: 'topic'; externalId: string; topic: { id: string; name?: string; closed?: boolean } }
  /** Somebody posted the code of an invite link in a chat; whether they may is checked later. */
  | { kind: 'linkCode'; code: string | null; externalId: string; personId: string; title: string }
  /** Somebody opened their own chat with the account by a link; `name` is theirs. */
  | { kind: 'ownChat'; code: string; externalId: string; name: string }
  /** They ended it. A person who has blocked the account gets no reply. */
  | { kind: 'ownChatEnded'; externalId: string; how: 'stopped' | 'blocked' }
