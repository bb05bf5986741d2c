import type { OccurrenceStatus } from '@carillon/contract/deliveries'

/** The reason of an occurrence of which some deliveries could never be written: it is not whole. */
export const CUT_SHORT = 'cut_short'

/** The same where a person stopped it before all of them were written. */
export const STOPPED_SHORT = 'stopped_short'

/** Whether an occurrence is not whole, for good: whatever of it is sent, others never get it. */
export const isShort = (reason: string | null | undefined): boolean =>
  reason === CUT_SHORT || reason === STOPPED_SHORT

export type Counts = {
  total: number
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
}

/**
 * What an occurrence is called by the ends of its deliveries; unconfirmed ones keep it `partly`, and one
 * that was cut or stopped short is never `done`.
 */
export function occurrenceStatus(row: Counts & { reason: string | null }): OccurrenceStatus {
  const { total, sent, failed, skipped, unconfirmed, reason } = row
  if (sent + failed + skipped + unconfirmed < total) return 'sending'
  if (reason === CUT_SHORT) return sent + unconfirmed > 0 ? 'partly' : 'failed'
  if (skipped === total) return 'skipped'
  if (sent === total && reason !== STOPPED_SHORT) return 'done'
  return sent > 0 || unconfirmed > 0 ? 'partly' : 'failed'
}

/** Whether what is told of an occurrence is over: progress that was read before its end and comes after it. */
export const isOvertaken = (told: { status: string }, finishedAt: Date | null): boolean =>
  told.status === 'sending' && finishedAt !== null
