import type { Context, Tx } from '../platform/context.ts'

/** A connection was removed: what depends on it goes too, in the same transaction. */
export type ConnectionRemoved = (ctx: Context, tx: Tx, connectionId: string) => Promise<void>

declare module '../platform/context.ts' {
  interface Context {
    readonly connectionRemoved: ConnectionRemoved
  }
}
