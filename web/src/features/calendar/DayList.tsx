import { useUser } from '../../api/session/useSession.ts'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import type { CalendarActions } from './actions.ts'
import { dayWords } from './days.ts'
import { fitted } from './fold.ts'
import { FoldLine } from './FoldLine.tsx'
import type { CalendarDay } from './move.ts'
import { sendKey } from './sends.ts'
import { hiddenWords } from './words.ts'
import { SendLine } from './SendLine.tsx'

/** The number of rows of a day that a phone shows; the dialog of the day has all. */
const SHOWN = 10

/** A series with more sends than that is one row, unless all sends of the day have room. */
const FEW = 3

type DayListProps = Pick<CalendarActions, 'onOpen' | 'onAct'> & {
  date: string
  day: CalendarDay | undefined
  today: string
}

/** The sends of a day, one below the other, under its name. */
export function DayList({ date, day, today, onOpen, onAct }: DayListProps) {
  const { timeZone } = useUser()
  const all = day?.count ?? 0
  const room = { rows: SHOWN, few: all <= SHOWN ? all : FEW, count: all }
  const { shown, ...hidden } = fitted(day ?? NONE, room, timeZone)
  return (
    <div className="grid gap-1.5">
      <h3 className={cn('text-sm font-medium', date < today ? 'text-muted' : 'text-ink')}>
        {date === today && 'Today · '}
        {dayWords(date)}
      </h3>
      {day && (
        <Card>
          <ul>
            {shown.map(({ send, fold }) =>
              fold ? (
                <FoldLine
                  key={send.sourceId}
                  {...{ send, fold, date, onOpen }}
                  atLeast={day.atLeast}
                />
              ) : (
                <SendLine key={sendKey(send)} send={send} onAct={onAct} />
              ),
            )}
          </ul>
          {hidden.rest > 0 && (
            <button
              type="button"
              onClick={() => onOpen(date)}
              className="w-full border-t border-line px-4 py-2.5 text-left text-sm text-muted hover:text-ink"
            >
              {hiddenWords(hidden, day)}
            </button>
          )}
        </Card>
      )}
    </div>
  )
}

const NONE = { sends: [] }
