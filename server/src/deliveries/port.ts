import type { Tx } from '../platform/context.ts'

/** An occurrence whose deliveries have all ended, told to its source through main.ts. */
export type Settled = {
  id: string
  source: 'message' | 'cycle'
  sourceId: string
  status: 'done' | 'partly' | 'failed' | 'skipped'
  slotAt: Date | null
  total: number
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
}

declare module '../platform/context.ts' {
  interface Context {
    /** Tells the source of an occurrence that its numbers changed; called in the same transaction. */
    readonly occurrenceChanged: (ctx: Context, tx: Tx, settled: Settled) => Promise<void>
  }
}
