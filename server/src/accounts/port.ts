import type { ChannelKind } from '@carillon/contract/config'
import type { Traits } from '../channels/port/account.ts'
import type { ChatEvent, ReceiptCounts } from '../channels/port/receiving.ts'
import type { Context, Tx } from '../platform/context.ts'

/** The callbacks of other rooms about accounts. Registered in rooms.ts, so that rooms form no circle. */
export type AccountWatcher = {
  /** Its state, identity or credentials changed; called in the same transaction. */
  changed(ctx: Context, tx: Tx, accountId: string): Promise<void>
  /** It can send again, and could not before. Called after `changed`. */
  connected(ctx: Context, tx: Tx, accountId: string): Promise<void>
  /** It cannot send any more, or not for now; the reason is in words. Called after `changed`. */
  lost(ctx: Context, tx: Tx, account: LostAccount): Promise<void>
  /** It is connected again after an outage. Called after `changed`. */
  back(ctx: Context, tx: Tx, account: AccountBack): Promise<void>
  /** An event of a chat. May query the network; rejects when it could not be handled. */
  chatEvent(ctx: Context, accountId: string, event: ChatEvent): Promise<void>
  /** Members have got or read its messages. */
  receipts(ctx: Context, accountId: string, counts: readonly ReceiptCounts[]): Promise<void>
}

/** An account that has just become unable to send, and why, in words. */
export type LostAccount = {
  id: string
  status: 'needs_pairing' | 'restricted' | 'banned'
  reason: string
}

/** An account that is connected again, and the outage that is over. */
export type AccountBack = { id: string; from: Date; until: Date }

/** An account that this process owns. Everything it writes as the owner carries the epoch. */
export type Owned = { id: string; channel: ChannelKind; epoch: number; traits: Traits }

export type Ownership = {
  /** `processes.id`; another one after the database was lost. */
  readonly processId: number
  /** Whether this process may act for its accounts right now. */
  mayAct(): boolean
  owned(): ReadonlyMap<string, Owned>
  /**
   * Calls back when accounts are gained or lost; both lists are empty when the process may act again after a pause. Lost
   * accounts are released when the promise is fulfilled, or after 25 s.
   */
  onChange(callback: OnChange): () => void
  /** Releases all accounts and ends. */
  close(): Promise<void>
}

export type OnChange = (gained: readonly Owned[], lost: readonly Owned[]) => void | Promise<void>

declare module '../platform/context.ts' {
  interface Context {
    readonly accountWatcher: AccountWatcher
  }
}
