import { inTurns } from '@carillon/contract/calendar'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CalendarX2 } from 'lucide-react'
import { dayWords } from './days.ts'
import type { CalendarActions, CalendarSheet } from './Grid.tsx'
import { sendKey } from './sends.ts'
import { SendLine } from './SendLine.tsx'

/** Sends of a day that a phone lists; the day itself shows the rest. */
const SHOWN = 10

/** The days of a month or week that have something to tell, one below the other: for phones. */
export function Agenda({
  weeks,
  byDate,
  today,
  month,
  onOpen,
  onMove,
}: CalendarSheet & CalendarActions) {
  const days = weeks
    .flat()
    .filter((date) => !month || date.startsWith(month))
    .flatMap((date) => byDate.get(date) ?? [])
  if (days.length === 0) {
    return (
      <Card>
        <EmptyState icon={CalendarX2} title="Nothing here">
          Nothing was sent in this time, and nothing is planned.
        </EmptyState>
      </Card>
    )
  }
  return (
    <ol className="grid gap-4">
      {days.map(({ date, count, atLeast, sends }) => (
        <li key={date} className="grid gap-1.5">
          <h3 className={cn('text-sm font-medium', date < today ? 'text-muted' : 'text-ink')}>
            {date === today && <span className="text-accent-text">Today · </span>}
            {dayWords(date)}
          </h3>
          <Card>
            <ul>
              {inTurns(sends, SHOWN).map((send) => (
                <SendLine key={sendKey(send)} send={send} onMove={onMove} />
              ))}
            </ul>
            {count > SHOWN && (
              <button
                type="button"
                onClick={() => onOpen(date)}
                className="w-full px-4 py-2.5 text-left text-sm text-muted hover:text-ink"
              >
                +{(count - Math.min(SHOWN, sends.length)).toLocaleString('en')}
                {atLeast && '+'} more
              </button>
            )}
          </Card>
        </li>
      ))}
    </ol>
  )
}
