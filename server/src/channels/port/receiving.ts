import type { IncomingHttpHeaders } from 'node:http'
import type { ChannelAccount } from './account.ts'
import type { CheckedChat } from './chats.ts'
import type { AccountLostCode } from './sending.ts'

/** Receiving: what the network tells about an account and its chats. */
export type Receiving = {
  /**
   * Receives what the network tells about an account (updates, a socket's state) until closed. Called
   * only while this process owns the account. Waits by itself when the network limits how many accounts
   * may begin at once. Events are awaited in order; the offset moves after them.
   */
  open(account: ChannelAccount, events: ChannelEvents): Session
  /** Only where the network can bring updates to an address of ours. */
  webhook?: Webhook
}

export type Session = {
  /** `unlink`: the account is given up, which the network is told where it can be. */
  close(options?: { unlink?: boolean }): Promise<void>
  /** Tells all chats again; only where the network is asked through the session. */
  refresh?(): Promise<void>
}

export type ChannelEvents = {
  on(event: ChannelEvent): Promise<void>
  /** Everything up to here was handled: kept, so that nothing is told twice or missed. */
  offset(next: number): Promise<void>
}

/** Reads what arrives at the webhook of an account. */
export type Webhook = {
  /** The path of its addresses, such as `/hooks/telegram`; the id of the account follows. */
  path: string
  /** The secret that a request shows: the one that the account was registered with. */
  secretIn(headers: IncomingHttpHeaders): string | undefined
  /** Null for what is not an update. */
  read(account: ChannelAccount, body: unknown): Update | null
}

/** What one update says. `next` is the offset after it. */
export type Update = { id: number; next: number; events: ChannelEvent[] }

export type ChannelEvent =
  /**
   * A reason with `connected`: sending works, something else needs a look. `restricted`: the network lets it send
   * nothing for now, or until an instant.
   */
  | {
      kind: 'status'
      status: 'connected' | 'reconnecting' | 'restricted'
      reason?: string
      until?: Date
    }
  | { kind: 'accountLost'; code: AccountLostCode; reason: string }
  /** Members have what was sent, or have read it, where phones tell; not more often than every few seconds. */
  | { kind: 'receipts'; counts: readonly ReceiptCounts[] }
  | ChatEvent

/** How many members have what a delivery sent, and have read it; `members`: of how many. */
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
  /** What is not told stays as it is known. */
  | { kind: 'topic'; externalId: string; topic: { id: string; name?: string; closed?: boolean } }
  /** Somebody posted the code of an invite link in a chat; whether they may is still to be asked. */
  | { kind: 'linkCode'; code: string | null; externalId: string; personId: string; title: string }
  /** Somebody opened their own chat with the account by a link; `name` is theirs. */
  | { kind: 'ownChat'; code: string; externalId: string; name: string }
  /** They want nothing there any more. Who has blocked the account cannot be answered. */
  | { kind: 'ownChatEnded'; externalId: string; how: 'stopped' | 'blocked' }
