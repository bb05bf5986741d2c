import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { useGroupColors } from '../groups/color.ts'
import type { CalendarActions } from './actions.ts'
import { DayList } from './DayList.tsx'
import { dayWords, firstWords } from './days.ts'
import { Grid } from './Grid.tsx'
import type { CalendarDay } from './move.ts'
import type { CalendarSheet } from './sheet.ts'
import { countWords } from './words.ts'
import { beginOn } from './slots.ts'

/** The number of marks under a day. */
const MARKS = 3

/** A month on a phone: the days with a mark for each group, and the sends of the chosen day below. */
export function PhoneMonth({
  weeks,
  byDate,
  today,
  month,
  onOpen,
  now,
  onAct,
}: CalendarSheet & CalendarActions & { now: string }) {
  const dates = weeks.flat()
  const [chosen, setChosen] = useState<string>()
  const first = dates.includes(today) ? today : (dates.find((date) => byDate.has(date)) ?? dates[0])
  const shown = chosen && dates.includes(chosen) ? chosen : first
  const begin = shown && beginOn(shown, now)
  return (
    <div className="grid gap-4">
      <Grid
        weeks={weeks}
        centered
        renderDay={(date) => (
          <PhoneDay
            key={date}
            date={date}
            day={byDate.get(date)}
            muted={month !== undefined && !date.startsWith(month)}
            today={date === today}
            chosen={date === shown}
            onChoose={() => setChosen(date)}
          />
        )}
      />
      {shown && (
        <DayList date={shown} day={byDate.get(shown)} today={today} onOpen={onOpen} onAct={onAct} />
      )}
      {shown && !byDate.has(shown) && (
        <Card className="px-4 py-3 text-sm text-muted">Nothing on this day.</Card>
      )}
      {begin && (
        <Link to={`${paths.newMessage}?at=${begin}`} className={buttonClasses({})}>
          <Plus size={16} aria-hidden /> New message on this day
        </Link>
      )}
    </div>
  )
}

type PhoneDayProps = {
  date: string
  day: CalendarDay | undefined
  muted: boolean
  today: boolean
  chosen: boolean
  onChoose: () => void
}

function PhoneDay({ date, day, muted, today, chosen, onChoose }: PhoneDayProps) {
  const colorOf = useGroupColors()
  // The first day of a month has the name of the month in its label.
  const first = date.endsWith('-01') ? firstWords(date) : undefined
  const groups = [...new Set(day?.sends.map(({ groupId }) => groupId ?? ''))].slice(0, MARKS)
  return (
    <button
      type="button"
      aria-pressed={chosen}
      {...(today ? { 'aria-current': 'date' as const } : {})}
      aria-label={`${first ? `${first}, ` : ''}${dayWords(date)}${day ? `, ${countWords(day)}` : ''}`}
      onClick={onChoose}
      className={cn(
        'grid h-12 content-center justify-items-center gap-1 bg-surface focus-visible:-outline-offset-2',
        muted && 'text-muted',
      )}
    >
      <span
        className={cn(
          'grid h-7 min-w-7 place-items-center rounded-full px-1 whitespace-nowrap tabular-nums',
          first ? 'text-xs' : 'text-sm',
          chosen && 'bg-accent font-semibold text-accent-ink',
          today && !chosen && 'font-semibold text-accent-text',
        )}
      >
        {first ?? Number(date.slice(8))}
      </span>
      <span className="flex h-1 gap-0.5">
        {groups.map((id) => (
          <span
            key={id}
            style={id ? { background: colorOf(id) } : undefined}
            className="size-1 rounded-full bg-muted"
          />
        ))}
      </span>
    </button>
  )
}
