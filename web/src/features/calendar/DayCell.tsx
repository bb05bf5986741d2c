import { inTurns } from '@carillon/contract/calendar'
import { useDroppable } from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { cn } from '../../ui/cn.ts'
import { dayWords } from './days.ts'
import type { CalendarActions, CalendarSheet } from './Grid.tsx'
import type { CalendarDay } from './move.ts'
import { countWords, sendKey } from './sends.ts'
import { SendChip } from './SendChip.tsx'

/** Sends a cell shows: of a month, and of a week. The day itself shows the rest. */
const SHOWN_MONTH = 3
const SHOWN_WEEK = 14

type DayCellProps = Pick<CalendarSheet, 'today' | 'month'> &
  CalendarActions & { date: string; day: CalendarDay | undefined; tall: boolean }

/** One day of the sheet. */
export function DayCell({
  date,
  day,
  today,
  month,
  tall,
  onOpen,
  onMove,
  moveToDay,
}: DayCellProps) {
  const past = date < today
  const { setNodeRef, isOver } = useDroppable({ id: date, disabled: past })
  const sends = day?.sends ?? []
  const max = tall ? SHOWN_WEEK : SHOWN_MONTH
  // A line that says "1 more" would take the place of the one.
  const room = sends.length === max + 1 && day?.count === sends.length ? max + 1 : max
  const shown = inTurns(sends, room)
  const rest = (day?.count ?? 0) - shown.length
  const more = `${rest.toLocaleString('en')}${day?.atLeast ? '+' : ''} more`
  return (
    <section
      ref={setNodeRef}
      aria-label={`${dayWords(date)}${day ? `, ${countWords(day)}` : ''}`}
      className={cn(
        'group flex flex-col gap-0.5 p-1.5 transition-colors',
        tall ? 'min-h-96' : 'min-h-28',
        past ? 'bg-canvas' : 'bg-surface',
        month && !date.startsWith(month) && 'text-muted',
        isOver && 'bg-accent-soft',
      )}
    >
      <div className="flex h-6 items-center justify-between">
        <button
          type="button"
          data-day={date}
          aria-label={`Open ${dayWords(date)}`}
          {...(date === today ? { 'aria-current': 'date' as const } : {})}
          onClick={() => onOpen(date)}
          className={cn(
            'grid h-6 min-w-6 place-items-center rounded-full px-1 text-sm tabular-nums hover:bg-hover',
            date === today && 'bg-accent font-semibold text-accent-ink hover:bg-accent-hover',
          )}
        >
          {Number(date.slice(8))}
        </button>
        {!past && (
          <Link
            to={`${paths.newMessage}?at=${date}T09:00`}
            aria-label={`New message on ${dayWords(date)}`}
            className="grid size-6 place-items-center rounded-md text-muted opacity-0 transition-opacity group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100"
          >
            <Plus size={14} aria-hidden />
          </Link>
        )}
      </div>
      {shown.length > 0 && (
        <ul className="grid gap-0.5">
          {shown.map((send) => (
            <li key={sendKey(send)}>
              <SendChip send={send} onMove={onMove} moveToDay={moveToDay} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button
          type="button"
          data-figures
          aria-label={`${more} on ${dayWords(date)}`}
          onClick={() => onOpen(date)}
          className="rounded-md px-1.5 py-0.5 text-left text-xs text-muted hover:bg-hover hover:text-ink"
        >
          +{more}
        </button>
      )}
    </section>
  )
}
