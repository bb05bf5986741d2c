import type { Result } from '@carillon/contract/messages'
import { useUser } from '../../../api/session/useSession.ts'
import { cn } from '../../../ui/cn.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import { shortTime } from '../../../ui/time/words.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { resultLabel, resultsWords } from './words.ts'

/** The results of the last runs, the newest last, with the same in words for screen readers. */
export function Results({ results }: { results: Result[] }) {
  const { timeZone } = useUser()
  const now = useNow()
  if (results.length === 0) return <span className="text-sm text-muted">Not sent yet</span>
  const lines = results.map(
    (one) => `${shortTime(one.at, timeZone, now)}: ${one.reason ?? resultLabel(one)}`,
  )
  return (
    <Tooltip text={lines.join('\n')}>
      <span role="img" aria-label={resultsWords(results)} className="flex h-5 items-center gap-1">
        {results.toReversed().map(({ occurrenceId, status }) => (
          <span
            key={occurrenceId}
            className={cn('size-2', looks[status])}
            style={halfDisc[status]}
          />
        ))}
        {/* A single mark says little; many say how it goes. */}
        {results.length <= SPOKEN_MAX && (
          <span className="ml-1 text-sm text-muted">{resultLabel(results[0]!)}</span>
        )}
      </span>
    </Tooltip>
  )
}

/** The words of the last result fit beside at most so many marks. */
const SPOKEN_MAX = 3

/** A run that only some groups got is half a disc in a ring. */
export const halfDisc: Partial<
  Record<Result['status'], { background: string; boxShadow: string }>
> = {
  partly: {
    background: 'linear-gradient(90deg, var(--warn) 50%, transparent 50%)',
    boxShadow: 'inset 0 0 0 1px var(--warn)',
  },
}

/** Shapes differ as well as colors. */
const looks: Record<Result['status'], string> = {
  planned: 'rounded-full border border-muted',
  sending: 'animate-pulse rounded-full bg-busy',
  done: 'rounded-full bg-good',
  partly: 'rounded-full',
  failed: 'rotate-45 rounded-[2px] bg-danger',
  skipped: 'rounded-full border border-line-strong',
}
