import { CalendarX2 } from 'lucide-react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { CalendarActions } from './actions.ts'
import { DayList } from './DayList.tsx'
import type { CalendarSheet } from './sheet.ts'

/** The days of a week with sends, one below the other: for phones. */
export function Agenda({ weeks, byDate, today, onOpen, onAct }: CalendarSheet & CalendarActions) {
  const days = weeks.flat().flatMap((date) => byDate.get(date) ?? [])
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
      {days.map((day) => (
        <li key={day.date}>
          <DayList date={day.date} day={day} today={today} onOpen={onOpen} onAct={onAct} />
        </li>
      ))}
    </ol>
  )
}
