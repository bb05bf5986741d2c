import type { Values } from '@carillon/contract/content/variables'
import type { SourceKind } from '@carillon/contract/deliveries'
import type { Tx } from '../platform/context.ts'

export type { SourceKind }

/**
 * What a source decided when an occurrence was made. It is stored with the occurrence, so that everything
 * later uses the same decision: the next slice of its fan-out, or a page about what was sent.
 */
export type Decided = {
  /** The ids of all contents that it sends to any group. They are kept until all deliveries are written. */
  contents: readonly string[]
  /** Of a cycle: the steps of these contents. */
  steps?: readonly string[]
  /** Of a cycle: how this occurrence changed its position (`rotation/position-diff.ts`). */
  moved?: unknown
  /** Of a cycle: its steps in their order, each with its groups; null for all groups. Not the parts of a post. */
  parts?: readonly { stepId: string; contentId: string; groupIds: readonly string[] | null }[]
  /** Of a cycle: it ends with this occurrence. */
  isLast?: boolean
}

/**
 * The values of one run that are the same for all groups: those of the variables, and the number in [0, 1) that chooses
 * a variant. It is stored with the occurrence, so that every attempt of each delivery sends the same text.
 */
export type Run = Omit<Values, 'group'> & { draw: number }

/**
 * An occurrence whose numbers changed, for its source (called through rooms.ts). `sending`: some deliveries
 * have ended and others have not, also after a retry; the user was already notified of what is missing by then.
 * Every other status is an end. A `sending` that was read before the end may arrive after it; sources ignore it.
 */
export type OccurrenceChange = {
  id: string
  userId: string
  source: SourceKind
  sourceId: string
  status: 'sending' | 'done' | 'partly' | 'failed' | 'skipped'
  /**
   * Why it was skipped as a whole: `late`, `no_groups`, `paused` …; or why deliveries are missing:
   * `cut_short`, `stopped_short`.
   */
  reason?: string
  slotAt: Date | null
  total: number
  sent: number
  failed: number
  skipped: number
  /** How many of the skipped ones were late. */
  late: number
  unconfirmed: number
  /**
   * The first group that did not get it, with the reason, and the first that may have got it. Not set while
   * `isSame`.
   */
  missed?: Missed
  doubted?: Pick<Missed, 'group'>
  /**
   * It has just ended by itself, or more deliveries are missing than before: the user has not seen this yet.
   */
  isNews: boolean
  /** It is still being sent, and as many deliveries are missing as its source was told before. */
  isSame?: boolean
  /** The bell has an item about it already; `more`: whether more deliveries are missing since then. */
  rang?: { more: boolean }
}

/** The title of a group that did not get something, and the reason in words. */
export type Missed = { group: string; reason: string | null }

declare module '../platform/context.ts' {
  interface Context {
    /** Tells the sources of occurrences that their numbers changed; called in the same transaction. */
    readonly occurrencesChanged: (
      ctx: Context,
      tx: Tx,
      changes: readonly OccurrenceChange[],
    ) => Promise<void>
  }
}
