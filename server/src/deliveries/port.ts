import type { Tx } from '../platform/context.ts'
import type { UnderWay } from './underWay.ts'

/** An occurrence whose counts have changed, and whether all of its deliveries have ended. */
export type Changed = { id: string; complete: boolean }

/** Whether what an occurrence belongs to is there, is deleted and can be restored, or is gone for good. */
export type HeldSource = 'there' | 'deleted' | 'erased'

export { openUnderWay } from './underWay.ts'

declare module '../platform/context.ts' {
  interface Context {
    /**
     * Holds what an occurrence belongs to until the transaction ends, so that nobody deletes it meanwhile;
     * answers whether it is there. To be called before its deliveries are locked.
     */
    readonly holdSource: (
      tx: Tx,
      source: { source: 'message' | 'cycle'; sourceId: string },
    ) => Promise<HeldSource>
    /** What is planned in several transactions at once; for who does that. */
    readonly underWay?: UnderWay
  }
}
