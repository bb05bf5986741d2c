import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useHiddenMessages } from '../actions/hidden.ts'
import { useMessages } from '../queries.ts'
import { type Tab, tabLabels } from '../tabs.ts'
import { MessageRow } from './MessageRow.tsx'
import { More } from './More.tsx'
import { NoMessages } from './NoMessages.tsx'
import { Rows } from './Rows.tsx'

/** The messages of a tab. */
export function MessageList({ tab, q }: { tab: Tab; q: string }) {
  const list = useMessages(tab, q)
  const hidden = useHiddenMessages()
  if (list.isPending) return <LoadingRows />
  if (list.isError && !list.data) {
    return (
      <Banner
        tone="danger"
        title="The messages could not be loaded"
        action={<Button onClick={() => void list.refetch()}>Retry</Button>}
      >
        {errorWords(list.error)}
      </Banner>
    )
  }

  const messages = list.data.filter(({ id }) => !hidden.has(id))
  return (
    <>
      <Card
        aria-label={tabLabels[tab]}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        {messages.length === 0 ? (
          <NoMessages tab={tab} q={q} />
        ) : (
          <Rows
            rows={messages.map((message) => (
              <MessageRow key={message.id} message={message} />
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

function LoadingRows() {
  return (
    <Loading label="Loading the messages">
      <Card>
        {[0, 1, 2, 3].map((row) => (
          <div
            key={row}
            className="grid gap-2.5 border-b border-line px-4 py-4 last:border-0 md:px-5"
          >
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-1/4" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
