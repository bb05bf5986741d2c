import type { Send } from '@carillon/contract/calendar'
import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { cn } from '../../ui/cn.ts'
import { DayNumber } from './DayNumber.tsx'
import { dayWords } from './days.ts'
import { fitted } from './fold.ts'
import { FoldChip } from './FoldChip.tsx'
import type { CalendarActions } from './actions.ts'
import type { CalendarDay } from './move.ts'
import { sendKey } from './sends.ts'
import { countWords, hiddenWords } from './words.ts'

/** The number of rows in a cell; the dialog of the day has all. */
const SHOWN = 3

/** A series with more sends than that is one row, unless all sends of the day have room. */
const FEW = 3

export type DayCellProps = {
  date: string
  day: CalendarDay | undefined
  today: string
  /** The shown month; the days of other months are muted. */
  month?: string | undefined
  onOpen: CalendarActions['onOpen']
  renderSend: (send: Send) => ReactNode
  /** The time of a new message that starts here, `2026-12-01T09:00`; undefined on a past day. */
  beginAt?: string | undefined
  /** A dragged send would be dropped here. */
  over?: boolean
  ref?: Ref<HTMLElement>
}

/** One day of a month. A press on its background starts a new message for it. */
export function DayCell(props: DayCellProps) {
  const { date, day, today, month, onOpen, renderSend, beginAt, over = false, ref } = props
  const past = date < today
  const { timeZone } = useUser()
  const all = day?.count ?? 0
  const room = { rows: SHOWN, few: all <= SHOWN + 1 ? all : FEW, count: all }
  const { shown, ...hidden } = fitted(day ?? NONE, room, timeZone)
  return (
    <section
      ref={ref}
      aria-label={`${dayWords(date)}${day ? `, ${countWords(day)}` : ''}`}
      className={cn(
        'group relative flex min-h-28 flex-col gap-0.5 p-1.5 transition-colors 2xl:min-h-36',
        past ? 'bg-canvas' : 'bg-surface',
        month && !date.startsWith(month) && 'text-muted',
        over && 'bg-accent-soft',
      )}
    >
      <div className="flex h-6 items-center justify-between">
        <DayNumber date={date} today={today} onOpen={onOpen} />
        {beginAt && (
          <Link
            to={`${paths.newMessage}?at=${beginAt}`}
            aria-label={`New message on ${dayWords(date)}`}
            className="grid size-6 place-items-center rounded-md text-muted opacity-0 transition-opacity before:absolute before:inset-0 before:content-[''] group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 pointer-coarse:opacity-60"
          >
            <Plus size={14} aria-hidden />
          </Link>
        )}
      </div>
      {shown.length > 0 && (
        <ul className="relative grid gap-0.5">
          {shown.map(({ send, fold }) => (
            <li key={fold ? send.sourceId : sendKey(send)}>
              {fold ? (
                <FoldChip {...{ send, fold, onOpen }} within={date} atLeast={day?.atLeast} />
              ) : (
                renderSend(send)
              )}
            </li>
          ))}
        </ul>
      )}
      {hidden.rest > 0 && (
        <button
          type="button"
          data-tabular
          aria-label={`${hiddenWords(hidden, day)} on ${dayWords(date)}`}
          onClick={() => onOpen(date)}
          className="relative rounded-md px-1.5 py-0.5 text-left text-xs text-muted hover:bg-hover hover:text-ink"
        >
          {hiddenWords(hidden, day)}
        </button>
      )}
    </section>
  )
}

const NONE = { sends: [] }
