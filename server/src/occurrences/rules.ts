import type { OccurrenceStatus } from '@carillon/contract/deliveries'

/** The reason of an occurrence of which some deliveries could never be written. */
export const CUT_SHORT = 'cut_short'

/** The reason of an occurrence that a person stopped before all its deliveries were written. */
export const STOPPED_SHORT = 'stopped_short'

/** Whether deliveries of an occurrence are missing for good. Retries cannot add them. */
export const isShort = (reason: string | null | undefined): boolean =>
  reason === CUT_SHORT || reason === STOPPED_SHORT

export type Counts = {
  total: number
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
}

/** How many deliveries of an occurrence have ended without being sent, as far as is known. */
export const notSentCount = ({
  failed,
  skipped,
  unconfirmed,
}: Omit<Counts, 'total' | 'sent'>): number => failed + skipped + unconfirmed

/** Whether something went wrong with an occurrence: not if a person or the rule of a group decided it. */
export const isTrouble = (row: { failed: number; late: number; unconfirmed: number }): boolean =>
  row.failed + row.late + row.unconfirmed > 0

/**
 * The status of an occurrence from its deliveries. With unconfirmed ones it is `partly`; with missing ones
 * never `done`.
 */
export function occurrenceStatus(row: Counts & { reason: string | null }): OccurrenceStatus {
  const { total, sent, failed, skipped, unconfirmed, reason } = row
  if (sent + failed + skipped + unconfirmed < total) return 'sending'
  if (reason === CUT_SHORT) return sent + unconfirmed > 0 ? 'partly' : 'failed'
  if (skipped === total) return 'skipped'
  if (sent === total && reason !== STOPPED_SHORT) return 'done'
  return sent > 0 || unconfirmed > 0 ? 'partly' : 'failed'
}

/** Whether this is progress that was read before the end of its occurrence and arrives after it. */
export const isOvertaken = (told: { status: string }, finishedAt: Date | null): boolean =>
  told.status === 'sending' && finishedAt !== null
