import type { Tx } from '../platform/context.ts'

/**
 * An occurrence whose numbers changed, told to its source through main.ts. `sending`: some deliveries
 * have ended, others are to come (also when a retry reopens one); every other status is the end.
 */
export type Settled = {
  id: string
  source: 'message' | 'cycle'
  sourceId: string
  status: 'sending' | 'done' | 'partly' | 'failed' | 'skipped'
  /** Why all of it was skipped: `late`, `no_groups`, `paused` … */
  reason?: string
  slotAt: Date | null
  total: number
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
}

/** What the planner hands to `openOccurrences`, a batch at a time. */
export type NewOccurrence = {
  userId: string
  source: 'message' | 'cycle'
  sourceId: string
  /** Null for a send-now, and then `slotAt` is null too. */
  scheduleId: string | null
  slotAt: Date | null
  dueAt: Date
  onUnconfirmed: 'ask' | 'resend' | 'assume_sent'
  /** All deliveries that are to come of it, over all slices. */
  total: number
  /** Set when the whole slot is passed over: it ends at once, with this reason. */
  skipped?: string
}

/** What the planner hands to `planDeliveries`: what one occurrence says to whom, in a fixed order. */
export type FanOut = {
  occurrenceId: string
  userId: string
  dueAt: Date
  catchUpMs: number
  parts: readonly { contentId: string; targets: readonly Target[] }[]
  /** How many of all targets (part by part) have their delivery already. */
  from: number
}

export type Target = { groupId: string; topicId: string | null }

declare module '../platform/context.ts' {
  interface Context {
    /** Tells the source of an occurrence that its numbers changed; called in the same transaction. */
    readonly occurrenceChanged: (ctx: Context, tx: Tx, settled: Settled) => Promise<void>
  }
}
