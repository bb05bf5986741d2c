import { Repeat, SearchX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { paths } from '../../../app/paths.ts'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { More } from '../list/More.tsx'
import { NotLoaded } from '../list/NotLoaded.tsx'
import { moveBetweenRows } from '../list/rowKeys.ts'
import { Rows } from '../list/Rows.tsx'
import { useMessageList } from '../queries.ts'
import { AutomatedRow } from './AutomatedRow.tsx'
import { type Filters, isNarrowed, queryOf } from './filters.ts'
import { useSteadyOrder } from './useSteadyOrder.ts'

/** The automated messages that pass the filters. */
export function AutomatedList({ filters }: { filters: Filters }) {
  const query = queryOf(filters)
  const list = useMessageList(query)
  // Rendered in slices when the browser is idle: all rows at once block a slow phone.
  const loaded = useDeferredValue(list.data)
  const messages = useSteadyOrder(loaded ?? [], JSON.stringify(query))
  if (list.isError && !list.data) return <NotLoaded list={list} />
  if (!loaded) return <LoadingRows />

  return (
    <>
      <Card
        aria-label="Automated messages"
        onKeyDown={moveBetweenRows}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        {messages.length === 0 ? (
          <Nothing filters={filters} />
        ) : (
          <Rows
            rows={messages.map((message) => (
              <AutomatedRow key={message.id} message={message} />
            ))}
          />
        )}
      </Card>
      {list.hasNextPage && (
        <More
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}

function Nothing({ filters }: { filters: Filters }) {
  const [, setSearch] = useSearchParams()
  if (isNarrowed(filters)) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        action={
          <Button onClick={() => setSearch(() => new URLSearchParams(), { replace: true })}>
            Show all
          </Button>
        }
      >
        No automated message passes {filters.q ? `“${filters.q}” and ` : ''}what is chosen above.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Repeat}
      title="Nothing repeats yet"
      action={
        <Link
          to={`${paths.newMessage}?kind=automated`}
          className={buttonClasses({ variant: 'primary' })}
        >
          New automated message
        </Link>
      }
    >
      Write a message once and say when it comes again: every Monday at nine, on the last day of the
      month, every four hours.
    </EmptyState>
  )
}

/** The list while it loads. */
export function LoadingRows() {
  return (
    <Loading label="Loading the messages">
      <Card>
        {[0, 1, 2].map((row) => (
          <div
            key={row}
            className="grid grid-cols-[1fr_12rem_2.25rem] gap-5 border-b border-line px-4 py-4 last:border-0 md:px-5"
          >
            <div className="grid gap-2.5">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3.5 w-1/4" />
            </div>
            <div className="grid content-start gap-2.5">
              <Skeleton className="h-3.5" />
            </div>
            <Skeleton className="h-5 w-9 rounded-full" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
