import type { DailyCounts } from '@carillon/contract/calendar'
import { paths } from '../../../app/paths.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { cn } from '../../../ui/cn.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { typedDay } from '../../../ui/time/words.ts'
import { countsWords, notSentOf } from './words.ts'

type Day = DailyCounts['days'][number]

/** A bar for each day, as high as its copies are many; it leads to the week of that day in the calendar. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(copiesOf))
  return (
    <div className="grid gap-1">
      <ol className="flex h-28 items-end border-b border-line">
        {days.map((day) => (
          <Bar key={day.date} day={day} share={copiesOf(day) / most} />
        ))}
      </ol>
      <p aria-hidden className="flex justify-between text-xs text-muted">
        <span>{days[0] && typedDay(days[0].date)}</span>
        <span>Today</span>
      </p>
    </div>
  )
}

const copiesOf = (day: Day) => day.sent + day.unconfirmed + notSentOf(day)

function Bar({ day, share }: { day: Day; share: number }) {
  const words = `${typedDay(day.date)}: ${countsWords(day)}`
  const parts = [
    { className: 'bg-danger', copies: notSentOf(day) },
    { className: 'bg-warn', copies: day.unconfirmed },
    { className: 'bg-good', copies: day.sent },
  ].filter(({ copies }) => copies > 0)
  return (
    <li className="flex h-full flex-1">
      <Tooltip text={words}>
        <Link
          to={`${paths.scheduled}?view=week&date=${day.date}`}
          aria-label={words}
          className="flex h-full w-full flex-col justify-end rounded-t-sm px-0.5 transition-colors hover:bg-hover"
        >
          {day.skippedRuns > 0 && (
            <span aria-hidden className="mx-auto mb-1 size-1.5 rounded-full bg-danger" />
          )}
          <span
            aria-hidden
            className="flex min-h-0 flex-col overflow-hidden rounded-t-sm"
            style={{ height: `${share * 100}%` }}
          >
            {parts.map(({ className, copies }) => (
              // A single copy among thousands is seen too.
              <span key={className} className={cn('min-h-1', className)} style={{ flex: copies }} />
            ))}
          </span>
        </Link>
      </Tooltip>
    </li>
  )
}
