import type { DailyCounts } from '@carillon/contract/calendar'
import type { Status } from '@carillon/contract/status'
import { count, withCommas } from '../../../ui/words.ts'

type Counts = Omit<DailyCounts['days'][number], 'date'>

/** How many copies of some days were not sent. Those that may have been are not among them. */
export const notSentOf = ({ failed, skipped }: Counts): number => failed + skipped

/** The sum of all days. */
export const sumOf = (days: readonly Counts[]): Counts =>
  days.reduce(
    (sum, day) => ({
      sent: sum.sent + day.sent,
      failed: sum.failed + day.failed,
      skipped: sum.skipped + day.skipped,
      unconfirmed: sum.unconfirmed + day.unconfirmed,
      skippedRuns: sum.skippedRuns + day.skippedRuns,
    }),
    { sent: 0, failed: 0, skipped: 0, unconfirmed: 0, skippedRuns: 0 },
  )

/** `120 copies sent, 2 not sent, 1 may have been sent, 1 run skipped`; `nothing was due` without any. */
export function countsWords(counts: Counts): string {
  const { sent, unconfirmed, skippedRuns } = counts
  const notSent = notSentOf(counts)
  const parts = [
    sent + notSent > 0 && `${sent === 1 ? '1 copy' : `${withCommas(sent)} copies`} sent`,
    notSent > 0 && `${withCommas(notSent)} not sent`,
    unconfirmed > 0 && `${withCommas(unconfirmed)} may have been sent`,
    skippedRuns > 0 && `${count(skippedRuns, 'run')} skipped`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'nothing was due'
}

/** How soon after their time the copies of the last 24 hours were accepted. */
export function punctualityWords({ sent, p50Ms, p95Ms, p99Ms }: Status['lateness']): string {
  if (sent === 0 || p50Ms === null || p95Ms === null || p99Ms === null) {
    return 'Nothing was sent in the last 24 hours.'
  }
  const within = (ms: number) => `within ${durationWords(ms)}`
  if (sent === 1) return `The copy of the last 24 hours was sent ${within(p99Ms)} of its time.`
  // Of fewer than a hundred, 99 of 100 are all.
  const shares =
    sent < 100
      ? `half ${within(p50Ms)} of their time, all ${within(p99Ms)}`
      : `half ${within(p50Ms)} of their time, 95 of 100 ${within(p95Ms)}, 99 of 100 ${within(p99Ms)}`
  return `The copies of the last 24 hours were sent: ${shares}.`
}

/** A duration of milliseconds, rounded up to a tenth of a second, or to whole seconds, minutes or hours. */
export function durationWords(ms: number): string {
  const tenths = Math.max(1, Math.ceil(ms / 100))
  if (tenths < 100) return tenths === 10 ? '1 second' : `${tenths / 10} seconds`
  const seconds = Math.ceil(ms / 1_000)
  if (seconds < 90) return count(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour')
}
