import type { Tx } from '../platform/context.ts'
import type { PlansInProgress } from './plans-in-progress.ts'

/** An occurrence whose counts have changed, and whether all of its deliveries have ended. */
export type Changed = { id: string; allEnded: boolean }

/** The source of an occurrence exists, is deleted and can be restored, or is erased. */
export type SourceState = 'there' | 'deleted' | 'erased'

export { openPlansInProgress } from './plans-in-progress.ts'

declare module '../platform/context.ts' {
  interface Context {
    /**
     * Locks the source of an occurrence until the transaction ends, so that it is not deleted in the
     * meantime; returns whether it exists. Call it before locking deliveries.
     */
    readonly lockSource: (
      tx: Tx,
      source: { source: 'message' | 'cycle'; sourceId: string },
    ) => Promise<SourceState>
    /** The deliveries that several transactions of this process are planning at once. */
    readonly plansInProgress?: PlansInProgress
  }
}
