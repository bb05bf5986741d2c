import type { Delivery, Occurrence } from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { plainLineOf } from '../../compose/content/plainLine.ts'
import { Sent } from '../../series/sent/Sent.tsx'
import { laterRunsWords } from '../../series/sent/words.ts'
import { useDeliveries } from '../queries.ts'
import { progressWords } from '../words.ts'
import { DeliveryFilter, type Filter, filtersOf, statusesOf } from './DeliveryFilter.tsx'
import { DeliveryRow } from './DeliveryRow.tsx'

/** The result of a message in each group, updated live. */
export function Deliveries({ message }: { message: Message }) {
  const filters = filtersOf(message.occurrence)
  const [asked, setAsked] = useState<Filter>('all')
  // What a filter showed may all have changed meanwhile.
  const filter = filters.includes(asked) ? asked : 'all'
  const deliveries = useDeliveries(message.id, statusesOf(filter))
  return (
    <Card aria-label="Deliveries">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-2.5">
        <h2 className="shrink-0 text-sm font-medium text-muted">Deliveries</h2>
        {message.occurrence && (
          <p data-tabular role="status" className="text-sm text-muted">
            {progressWords(message.occurrence)}
          </p>
        )}
      </div>
      {filters.length > 0 && (
        <DeliveryFilter filters={filters} chosen={filter} onChoose={setAsked} />
      )}
      {deliveries.isPending && (
        <Loading label="Loading the deliveries">
          <div className="grid gap-3 p-4">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </Loading>
      )}
      {deliveries.isError && (
        <Banner
          tone="danger"
          className="m-4"
          action={<Button onClick={() => void deliveries.refetch()}>Retry</Button>}
        >
          {errorWords(deliveries.error)}
        </Banner>
      )}
      {deliveries.data?.length === 0 && <Nothing occurrence={message.occurrence} />}
      {byOccurrence(deliveries.data ?? []).map((run, index) => (
        <Run
          key={run[0].occurrenceId}
          run={run}
          latest={index === 0}
          laterRunsNote={laterRunsNoteOf(message)}
        />
      ))}
      {deliveries.hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button
            size="sm"
            loading={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            {deliveries.isFetchNextPageError ? 'Try to load more' : 'Load more'}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Nothing({ occurrence }: { occurrence: Occurrence | null }) {
  return (
    <p className="p-4 text-muted">
      {occurrence?.reason ?? 'Nothing has been sent yet. Each group gets a line here.'}
    </p>
  )
}

/** A sentence about the content of later runs, if the message continues. */
const laterRunsNoteOf = ({ kind, status, content }: Message): string | undefined =>
  kind === 'automated' && (status === 'active' || status === 'paused')
    ? laterRunsWords('message', plainLineOf(content))
    : undefined

type RunOf = [Delivery, ...Delivery[]]

/** One run of the message; earlier ones are folded. */
function Run({
  run,
  latest,
  laterRunsNote,
}: {
  run: RunOf
  latest: boolean
  laterRunsNote: string | undefined
}) {
  const { timeZone } = useUser()
  // The actions of earlier runs are read when they are unfolded.
  const [opened, setOpened] = useState(false)
  const rows = (
    <ul>
      {run.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  )
  const { sourceId, occurrenceId } = run[0]
  const sent = (
    <Sent sourceId={sourceId} occurrenceId={occurrenceId} laterRunsNote={laterRunsNote} />
  )
  if (latest) {
    return (
      <>
        {sent}
        {rows}
      </>
    )
  }
  return (
    <details className="border-t border-line" onToggle={() => setOpened(true)}>
      <summary className="px-4 py-2.5 text-sm text-muted">
        Earlier: <Time at={run[0].dueAt} zone={timeZone} as="short" />
      </summary>
      {opened && sent}
      {rows}
    </details>
  )
}

/** Groups deliveries by their run, in the given order. */
function byOccurrence(deliveries: Delivery[]): RunOf[] {
  const runs = new Map<string, RunOf>()
  for (const delivery of deliveries) {
    const run = runs.get(delivery.occurrenceId)
    if (run) run.push(delivery)
    else runs.set(delivery.occurrenceId, [delivery])
  }
  return [...runs.values()]
}
