import type { Send, Stretch } from '@carillon/contract/calendar'
import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Boundary } from '../../../ui/Boundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { StatusDot } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { hourLabel, wallClock } from '../../../ui/time/words.ts'
import { withCommas } from '../../../ui/words.ts'
import { keptWords } from '../../groups/delayWords.ts'
import { halfDisc } from '../automated/Results.tsx'
import { KeptMarks } from '../../calendar/KeptMarks.tsx'
import { SendName } from '../../calendar/SendName.tsx'
import { goesAt, isInQuiet, sendPath, sendTitle, sendWords } from '../../calendar/sends.ts'
import {
  axisOf,
  foldedRows,
  type Mark,
  marksOf,
  placeOn,
  type Row,
  rowsOf,
  ticksOf,
} from './timeline.ts'

// The menu loads when it is first opened.
const RowMenu = lazyComponent(async () => (await import('./RowMenu.tsx')).RowMenu)

/** The number of rows that are shown at first. */
const ROWS = 5

type TimelineProps = { sends: Send[]; unlisted?: Stretch[] | undefined; timeZone: string }

type Axis = { from: number; to: number }

/** The sends of today and of the next 24 hours on one axis; each series is a row of it. */
export function Timeline({ sends, unlisted, timeZone }: TimelineProps) {
  const [all, setAll] = useState(false)
  const now = useNow()
  const axis = axisOf(sends, now, unlisted)
  const rows = rowsOf(sends, unlisted)
  const first = foldedRows(rows, ROWS)
  const rest = rows.length - first.length
  const isMore = rows.filter(({ next }) => next).length > ROWS
  return (
    <Card className="pt-2 pb-1.5">
      <div className={cn('h-5', columns)}>
        <div aria-hidden className="relative col-span-2 h-5 xl:col-span-1 xl:col-start-2">
          {ticksOf(axis, timeZone).map(({ at, local }) => (
            <span
              key={at}
              style={{ left: `${placeOn(axis, Date.parse(at))}%` }}
              className="absolute -translate-x-1/2 text-xs whitespace-nowrap text-muted tabular-nums not-nth-[2n+1]:max-sm:hidden"
            >
              {hourLabel(local)}
            </span>
          ))}
        </div>
      </div>
      <ol aria-label="Sends" className="grid">
        {(all ? rows : first).map((row) => (
          <TimelineRow key={row.sourceId} {...{ row, axis, now, timeZone }} />
        ))}
      </ol>
      {rest > 0 && (
        <Button size="sm" variant="plain" className="ml-2" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${rest} ${isMore ? 'more' : 'earlier'}`}
        </Button>
      )}
    </Card>
  )
}

/** The columns: the name, the time, the status; on narrow pages the axis is below. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 md:px-5 xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_16rem]'

type RowProps = {
  row: Row
  axis: Axis
  now: number
  timeZone: string
}

function TimelineRow({ row, axis, now, timeZone }: RowProps) {
  const { sends, rest, count, next } = row
  const shownSend = next ?? sends.at(-1)!
  const { label, tone } = sendWords(shownSend)
  const isQuiet = next && !next.unreachable && isInQuiet(next)
  return (
    <li
      className={cn(
        'relative py-1.5 transition-colors hover:bg-hover/40 xl:h-9 xl:py-0',
        columns,
        !next && 'text-muted',
      )}
    >
      <Link
        to={sendPath(shownSend, paths)}
        dir="auto"
        className="truncate rounded-sm text-left before:absolute before:inset-0 before:content-['']"
      >
        <SendName send={shownSend} />
      </Link>
      <div
        aria-hidden
        className="relative order-3 col-span-2 h-4 xl:order-none xl:col-span-1 xl:h-full"
      >
        <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
        <span
          style={{ left: `${placeOn(axis, now)}%` }}
          className="absolute inset-y-0 w-px bg-ink"
        />
        {marksOf(sends, axis, rest).map((mark) => (
          <MarkFace key={mark.place} mark={mark} />
        ))}
      </div>
      <span className="flex items-center justify-end gap-2 text-sm">
        <StatusDot tone={tone} pulsing={shownSend.status === 'sending' && !shownSend.waitsUntil} />
        <span className={isQuiet || tone !== 'info' ? 'truncate' : 'sr-only'}>
          {isQuiet ? 'Quiet until' : label}
        </span>
        {next && (
          <span>
            <KeptMarks send={next} />
            <span className="sr-only">{keptWords(next, timeZone)}</span>
          </span>
        )}
        <Time at={goesAt(shownSend)} zone={timeZone} as="clock" className="font-medium" />
        {count > 1 && (
          <span data-tabular className="text-xs whitespace-nowrap text-muted">
            {withCommas(count)} times<span className="sr-only"> in all</span>
          </span>
        )}
        <span className="relative -my-1 -mr-2">
          <RowActions send={shownSend} timeZone={timeZone} />
        </span>
      </span>
    </li>
  )
}

/** The button of a row's menu, whose code loads with the first press. */
function RowActions({ send, timeZone }: { send: Send; timeZone: string }) {
  const [isAsked, ask] = useState(false)
  const button = (
    <Button
      variant="plain"
      size="sm"
      icon
      aria-label={`Actions for ${sendTitle(send)} of ${wallClock(send.local)}`}
      {...(isAsked
        ? {}
        : {
            'aria-haspopup': 'menu' as const,
            onPointerEnter: RowMenu.fetch,
            onFocus: RowMenu.fetch,
            onClick: () => ask(true),
          })}
    >
      <Ellipsis size={16} aria-hidden />
    </Button>
  )
  if (!isAsked) return button
  return (
    <Boundary renderFallback={() => button}>
      <Suspense fallback={button}>
        <RowMenu send={send} timeZone={timeZone} trigger={button} />
      </Suspense>
    </Boundary>
  )
}

function MarkFace({ mark: { place, status } }: { mark: Mark }) {
  return (
    <span
      style={{ left: `${place}%`, ...halfDisc[status] }}
      className={cn('absolute top-1/2 size-2.5 -translate-1/2 ring-2 ring-surface', marks[status])}
    />
  )
}

/** Shapes differ as well as colors. */
const marks: Record<Send['status'], string> = {
  planned: 'rounded-full bg-info',
  sending: 'animate-pulse rounded-full bg-busy',
  done: 'rounded-full bg-good',
  partly: 'rounded-full bg-surface',
  failed: 'rotate-45 rounded-[2px] bg-danger',
  skipped: 'rounded-full border border-line-strong bg-surface',
}
