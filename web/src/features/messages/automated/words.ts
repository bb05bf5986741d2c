import type { Result } from '@carillon/contract/messages'
import { count } from '../../../ui/words.ts'

export const resultWords: Record<Result['status'], string> = {
  planned: 'Upcoming',
  sending: 'Being sent',
  done: 'Sent',
  partly: 'Partly sent',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** `Last 10 runs: 8 sent, 1 partly sent, 1 failed; the latest sent`. */
export function resultsWords(results: Result[]): string {
  const kinds = new Map<Result['status'], number>()
  for (const { status } of results) kinds.set(status, (kinds.get(status) ?? 0) + 1)
  const parts = [...kinds].map(([status, n]) => `${n} ${resultWords[status].toLowerCase()}`)
  const [last] = results
  return [
    `Last ${count(results.length, 'run')}: ${parts.join(', ')}`,
    last && results.length > 1 ? `; the latest ${resultWords[last.status].toLowerCase()}` : '',
  ].join('')
}
