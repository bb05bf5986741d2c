import type { Cycle, CycleOccurrence } from '@carillon/contract/cycles'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Badge, type Tone } from '../../../ui/Status.tsx'
import { count } from '../../../ui/words.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { withVariableNames } from '../../compose/content/withVariableNames.ts'
import { resultLabel } from '../../messages/automated/words.ts'
import { Sent } from '../../series/sent/Sent.tsx'
import { laterRunsWords } from '../../series/sent/words.ts'
import { progressWords } from '../../messages/words.ts'
import { useHistory } from '../queries.ts'
import { Copies } from './Copies.tsx'

/** All runs of a cycle, with the result of each copy. */
export function History({ cycle }: { cycle: Cycle }) {
  const history = useHistory(cycle.id)
  return (
    <Card aria-label="History">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted">History</h2>
      {history.isPending && (
        <Loading label="Loading the history">
          <div className="grid gap-3 p-4">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </Loading>
      )}
      {history.isError && !history.data && (
        <Banner
          tone="danger"
          className="m-4"
          action={<Button onClick={() => void history.refetch()}>Retry</Button>}
        >
          {errorWords(history.error)}
        </Banner>
      )}
      {history.data?.length === 0 && (
        <p className="p-4 text-muted">Nothing was sent yet. Each time gets a line here.</p>
      )}
      <ul>
        {history.data?.map((occurrence, n) => (
          <HistoryRun key={occurrence.id} cycle={cycle} occurrence={occurrence} latest={n === 0} />
        ))}
      </ul>
      {history.hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button
            size="sm"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </Card>
  )
}

type HistoryRunProps = { cycle: Cycle; occurrence: CycleOccurrence; latest: boolean }

/** One run; its copies are folded, except those of the latest. */
function HistoryRun({ cycle, occurrence, latest }: HistoryRunProps) {
  const { timeZone } = useUser()
  const [open, setOpen] = useState(latest)
  const goesOn = cycle.status === 'active' || cycle.status === 'paused'
  const { id, sourceId, status, dueAt, slotAt, reason, total, sent, said, textCount } = occurrence
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-center gap-2.5 px-4 py-2.5 text-left hover:bg-hover"
        onClick={() => setOpen(!open)}
      >
        <ChevronDown
          size={16}
          aria-hidden
          className={cn('shrink-0 text-muted transition-transform', !open && '-rotate-90')}
        />
        <span className="grid min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Time at={dueAt} zone={timeZone} as="short" className="font-medium" />
            <span data-tabular className="text-sm text-muted">
              {[total > 0 ? progressWords(occurrence) : '', slotAt === null ? 'by hand' : '']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {said.map(({ stepId, text }, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- The same may be said twice.
            <span key={n} className="flex gap-1.5 text-sm text-muted tabular-nums">
              {numberOf(cycle, stepId) > 0 && <span>{numberOf(cycle, stepId)}.</span>}
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {withVariableNames(text) || 'No text yet'}
              </span>
            </span>
          ))}
          {textCount > said.length && (
            <span className="text-sm text-muted">
              and {count(textCount - said.length, 'other text')}
            </span>
          )}
        </span>
        <Badge tone={tones[status]}>{resultLabel(occurrence)}</Badge>
      </button>
      {open && reason && <p className="px-4 pb-2 text-sm text-muted">{reason}</p>}
      {open && sent > 0 && (
        <Sent
          sourceId={sourceId}
          occurrenceId={id}
          laterRunsNote={goesOn ? laterRunsWords('cycle') : undefined}
        />
      )}
      {open && total > 0 && <Copies cycleId={sourceId} occurrenceId={id} />}
    </li>
  )
}

/** The present number of the step; 0 if it was deleted, and for the own text of a run. */
const numberOf = ({ steps }: Cycle, stepId: string | null) =>
  steps.findIndex(({ id }) => id === stepId) + 1

const tones: Record<CycleOccurrence['status'], Tone> = {
  planned: 'info',
  sending: 'busy',
  done: 'good',
  partly: 'warn',
  failed: 'danger',
  skipped: 'neutral',
}
