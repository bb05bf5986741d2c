import type { ChatEvent } from '../channels/port.ts'
import type { Context, Tx } from '../platform/context.ts'

/** What other rooms want to know of accounts. Registered in rooms.ts, so that rooms form no circle. */
export type AccountWatcher = {
  /** Its state, identity or credentials changed; called in the same transaction. */
  changed(ctx: Context, tx: Tx, accountId: string): Promise<void>
  /** The network told something of a chat. May ask the network back; rejects when it could not be handled. */
  heard(ctx: Context, accountId: string, event: ChatEvent): Promise<void>
}

declare module '../platform/context.ts' {
  interface Context {
    readonly accountWatcher: AccountWatcher
  }
}
