import type { Tx } from '../platform/context.ts'

/**
 * An occurrence whose numbers changed, told to its source through main.ts. `sending`: some deliveries
 * have ended, others are to come (also when a retry reopens one); every other status is the end. `sending`
 * may have been read before the end and come after it: a source passes over that.
 */
export type Settled = {
  id: string
  userId: string
  source: 'message' | 'cycle'
  sourceId: string
  status: 'sending' | 'done' | 'partly' | 'failed' | 'skipped'
  /** Why all of it was skipped: `late`, `no_groups`, `paused` …; or that it is not whole: `cut_short`, `stopped_short`. */
  reason?: string
  slotAt: Date | null
  total: number
  sent: number
  failed: number
  skipped: number
  /** Of the skipped, those whose time had passed. */
  late: number
  unconfirmed: number
  /** It ended by itself just now: its user has not seen this yet. */
  isNews: boolean
}

declare module '../platform/context.ts' {
  interface Context {
    /** Tells the sources of occurrences that their numbers changed; called in the same transaction. */
    readonly occurrencesChanged: (
      ctx: Context,
      tx: Tx,
      settled: readonly Settled[],
    ) => Promise<void>
  }
}
