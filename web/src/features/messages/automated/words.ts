import type { Result } from '@carillon/contract/messages'
import { count } from '../../../ui/words.ts'

const resultWords: Record<Result['status'], string> = {
  planned: 'Upcoming',
  sending: 'Being sent',
  done: 'Sent',
  partly: 'Partly sent',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** The result of one run. */
export const resultLabel = ({ status, missed }: Pick<Result, 'status' | 'missed'>): string =>
  missed ? 'Missed' : resultWords[status]

/** `Last 10 runs: 8 sent, 1 partly sent, 1 failed; the latest sent`. */
export function resultsWords(results: Result[]): string {
  const kinds = Map.groupBy(results, (one) => resultLabel(one).toLowerCase())
  const parts = [...kinds].map(([label, { length }]) => `${length} ${label}`)
  const [last] = results
  return [
    `Last ${count(results.length, 'run')}: ${parts.join(', ')}`,
    last && results.length > 1 ? `; the latest ${resultLabel(last).toLowerCase()}` : '',
  ].join('')
}
