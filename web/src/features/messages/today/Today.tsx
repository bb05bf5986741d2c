import type { getToday, Send } from '@carillon/contract/calendar'
import type { DataOf } from '@carillon/contract/endpoint'
import { useDeferredValue, useEffect, useRef } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { StatusDot } from '../../../ui/Status.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { exactTime, relativeTime, shortTime } from '../../../ui/time/words.ts'
import { count } from '../../groups/words.ts'
import { sendKey, sendPath, sendTitle, sendWords } from '../../calendar/sends.ts'
import { useToday } from '../../calendar/queries.ts'

/** All sends of today and of the next 24 hours in a row, as they happen. */
export function Today() {
  const today = useToday()
  const shown = useDeferredValue(today.data)
  if (today.isError && !today.data) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void today.refetch()}>Retry</Button>}>
        {errorWords(today.error)}
      </Banner>
    )
  }
  if (!shown) {
    return (
      <Loading label="Loading today">
        <div className="grid gap-3">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-20" />
        </div>
      </Loading>
    )
  }
  const { sends, timeZone } = shown
  return (
    <section aria-label="Today" className="grid gap-3">
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium text-muted">
        Today and the next 24 hours
        <span role="status" className="font-normal">
          {summary(shown)}
        </span>
      </h2>
      {sends.length > 0 && <Strip sends={sends} timeZone={timeZone} />}
    </section>
  )
}

function Strip({ sends, timeZone }: { sends: Send[]; timeZone: string }) {
  const strip = useRef<HTMLOListElement>(null)
  const next = sends.findIndex(({ status }) => status === 'planned' || status === 'sending')
  // What is over lies to the left; the row opens at what comes next.
  useEffect(() => {
    const card = strip.current?.children[Math.max(0, next - 1)]
    if (card instanceof HTMLElement && strip.current) strip.current.scrollLeft = card.offsetLeft
    // oxlint-disable-next-line react/exhaustive-deps -- Only at first: later the person has it.
  }, [])
  return (
    <ol
      ref={strip}
      aria-label="Sends"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
      tabIndex={0}
      className="relative -mx-4 flex snap-x gap-2 overflow-x-auto rounded-sm px-4 pb-1.5 md:mx-0 md:px-0"
    >
      {sends.map((send, index) => (
        <li key={sendKey(send)} className="shrink-0 snap-start">
          <SendCard send={send} timeZone={timeZone} next={index === next} />
        </li>
      ))}
    </ol>
  )
}

function SendCard({ send, timeZone, next }: { send: Send; timeZone: string; next: boolean }) {
  const now = useNow()
  const { label, tone } = sendWords(send)
  const over = send.status !== 'planned' && send.status !== 'sending'
  return (
    <Card
      className={cn(
        'relative grid w-52 gap-0.5 px-3 py-2.5 transition-colors hover:bg-hover',
        next && 'border-accent/60',
        over && 'text-muted',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <time
          dateTime={send.at}
          title={exactTime(send.at, timeZone)}
          className="text-sm font-medium whitespace-nowrap"
        >
          {shortTime(send.at, timeZone, now)}
        </time>
        <span className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap">
          <StatusDot tone={tone} pulsing={send.status === 'sending'} />
          {label}
        </span>
      </span>
      <Link
        to={sendPath(send, paths)}
        className="truncate rounded-sm before:absolute before:inset-0 before:content-['']"
      >
        {sendTitle(send)}
      </Link>
      <span className="truncate text-xs text-muted">
        {count(send.groups, 'group')}
        {!over && ` · ${relativeTime(send.at, now)}`}
      </span>
    </Card>
  )
}

function summary({ sends, count: all, atLeast }: DataOf<typeof getToday>): string {
  if (all === 0) return 'Nothing goes out.'
  const toCome = sends.filter(
    ({ status, changed }) => status === 'planned' && changed !== 'skipped',
  )
  const over = sends.filter(({ status }) => status === 'done' || status === 'partly').length
  return [
    over > 0 ? `${over} sent` : '',
    toCome.length > 0 ? `${toCome.length} to come` : '',
    all > sends.length ? `${all - sends.length}${atLeast ? '+' : ''} more` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
