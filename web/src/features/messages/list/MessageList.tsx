import { useDeferredValue, useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { useMessages } from '../queries.ts'
import { type Tab, tabLabels } from '../tabs.ts'
import { BulkBar } from './BulkBar.tsx'
import { byDay } from './days.ts'
import { MessageRow } from './MessageRow.tsx'
import { More } from './More.tsx'
import { NoMessages } from './NoMessages.tsx'
import type { NarrowedTo } from './order.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { moveBetweenRows } from './rowKeys.ts'
import { Rows } from './Rows.tsx'

/** The messages of a tab, by day. */
export function MessageList({ tab, q, ...narrowed }: { tab: Tab; q: string } & NarrowedTo) {
  const list = useMessages(tab, q, narrowed)
  const { timeZone } = useUser()
  const now = useNow()
  // Rendered in slices when the browser is idle: all rows at once block a slow phone.
  const messages = useDeferredValue(list.data)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // On a touch screen nothing shows that rows can be selected, so a button starts it.
  const [asked, ask] = useState(false)
  const choose = (id: string, on: boolean) =>
    setChosen((present) =>
      on ? new Set([...present, id]) : new Set([...present].filter((other) => other !== id)),
    )
  if (list.isError && !list.data) return <NotLoaded list={list} />
  if (!messages) return <LoadingRows />

  const picked = messages.filter(({ id }) => chosen.has(id))
  const choosing = asked || picked.length > 0
  const rows = byDay(messages, narrowed.sort === 'changed' ? 'past' : tab, timeZone, now).flatMap(
    ({ heading, date, messages }) => [
      ...(heading ? [<DayHeading key={heading} words={heading} />] : []),
      ...messages.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          day={date}
          chosen={chosen.has(message.id)}
          choosing={choosing}
          onChoose={(on) => choose(message.id, on)}
        />
      )),
    ],
  )
  return (
    <>
      {messages.length > 0 && !choosing && (
        <div className="-mt-2 mb-1 flex justify-end md:hidden">
          <Button size="sm" variant="plain" onClick={() => ask(true)}>
            Select
          </Button>
        </div>
      )}
      <Card
        aria-label={tabLabels[tab]}
        onKeyDown={moveBetweenRows}
        className={cn('overflow-hidden transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        {messages.length === 0 ? (
          <NoMessages tab={tab} q={q} {...narrowed} />
        ) : (
          <Rows rows={rows} />
        )}
      </Card>
      {list.hasNextPage && (
        <More
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {choosing && (
        <BulkBar
          chosen={picked}
          {...(picked.length < messages.length
            ? { onAll: () => setChosen(new Set(messages.map(({ id }) => id))) }
            : {})}
          onClear={() => {
            setChosen(new Set())
            ask(false)
          }}
        />
      )}
    </>
  )
}

function DayHeading({ words }: { words: string }) {
  return <h2 className="bg-canvas px-4 py-2 text-sm font-medium text-muted md:pr-5">{words}</h2>
}

function LoadingRows() {
  return (
    <Loading label="Loading the messages">
      <Card>
        {[0, 1, 2, 3].map((row) => (
          <div
            key={row}
            className="grid gap-2.5 border-b border-line px-4 py-4 last:border-0 md:pl-11"
          >
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-1/4" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
