import type { Context, Tx } from '../platform/context.ts'

/** A connection was removed: removes everything that depends on it, in the same transaction. */
export type ConnectionRemoved = (ctx: Context, tx: Tx, connectionId: string) => Promise<void>

/**
 * Whether a connection may act: not while its user has shown an older token than its bot has now. Both
 * take part in the transaction of the change, and doing either twice is harmless.
 */
export type ConnectionAccess = {
  withdrawn(ctx: Context, tx: Tx, connectionIds: readonly string[]): Promise<void>
  restored(ctx: Context, tx: Tx, connectionId: string): Promise<void>
}

declare module '../platform/context.ts' {
  interface Context {
    readonly connectionRemoved: ConnectionRemoved
    readonly connectionAccess: ConnectionAccess
  }
}
