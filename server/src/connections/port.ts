import type { Tx } from '../platform/context.ts'

declare module '../platform/context.ts' {
  interface Context {
    /** A connection was removed: what depends on it goes too, in the same transaction. */
    readonly connectionRemoved: (ctx: Context, tx: Tx, connectionId: string) => Promise<void>
  }
}
