import type { SourceKind } from '@carillon/contract/deliveries'
import type { Tx } from '../platform/context.ts'

export type { SourceKind }

/**
 * What a source decided for an occurrence when it was made. It is kept with it, so that whatever goes on with
 * it later says the same: the next slice of its fan-out, a page that tells what was sent.
 */
export type Decided = {
  /** All contents that it says to any group: they are kept until it is written down. */
  contents: readonly string[]
  /** Of a cycle: the steps these are, and its position before and after. */
  steps?: readonly string[]
  before?: unknown
  after?: unknown
  /** Of a cycle: its steps in their order, each with the groups that get it; null for all. */
  parts?: readonly { stepId: string; contentId: string; groupIds: readonly string[] | null }[]
  /** Of a cycle: nothing comes after it. */
  isLast?: boolean
}

/**
 * An occurrence whose numbers changed, told to its source through main.ts. `sending`: some deliveries
 * have ended, others are to come (also when a retry reopens one); every other status is the end. `sending`
 * may have been read before the end and come after it: a source passes over that.
 */
export type Settled = {
  id: string
  userId: string
  source: SourceKind
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
  /** The first group that did not get it, and why; the first that may have it. Told with an end alone. */
  missed?: Missed
  doubted?: Pick<Missed, 'group'>
  /** It ended by itself just now: its user has not seen this yet. */
  isNews: boolean
}

/** A group that something did not reach, by its title, and why, in words. */
export type Missed = { group: string; reason: string | null }

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
