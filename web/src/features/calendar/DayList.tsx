import { selectFairly } from '@carillon/contract/calendar'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import type { CalendarActions } from './actions.ts'
import { dayWords } from './days.ts'
import type { CalendarDay } from './move.ts'
import { sendKey } from './sends.ts'
import { moreWords } from './words.ts'
import { SendLine } from './SendLine.tsx'

/** The number of sends of a day that a phone shows; the dialog of the day has all. */
const SHOWN = 10

type DayListProps = Pick<CalendarActions, 'onOpen' | 'onAct'> & {
  date: string
  day: CalendarDay | undefined
  today: string
}

/** The sends of a day, one below the other, under its name. */
export function DayList({ date, day, today, onOpen, onAct }: DayListProps) {
  const shown = selectFairly(day?.sends ?? [], SHOWN)
  const rest = (day?.count ?? 0) - shown.length
  return (
    <div className="grid gap-1.5">
      <h3 className={cn('text-sm font-medium', date < today ? 'text-muted' : 'text-ink')}>
        {date === today && 'Today · '}
        {dayWords(date)}
      </h3>
      {day && (
        <Card>
          <ul>
            {shown.map((send) => (
              <SendLine key={sendKey(send)} send={send} onAct={onAct} />
            ))}
          </ul>
          {rest > 0 && (
            <button
              type="button"
              onClick={() => onOpen(date)}
              className="w-full border-t border-line px-4 py-2.5 text-left text-sm text-muted hover:text-ink"
            >
              {moreWords(rest, day)}
            </button>
          )}
        </Card>
      )}
    </div>
  )
}
