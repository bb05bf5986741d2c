import { cn } from '../../ui/cn.ts'
import { dayWords, firstWords } from './days.ts'

type DayNumberProps = { date: string; today: string; onOpen: (date: string) => void }

/** The number of a day; it opens the dialog of the day. Today is marked. */
export function DayNumber({ date, today, onOpen }: DayNumberProps) {
  // Its accessible name contains the shown text, so that voice control finds it.
  const shown = date.endsWith('-01') ? firstWords(date) : String(Number(date.slice(8)))
  return (
    <button
      type="button"
      data-day={date}
      aria-label={`Open ${date.endsWith('-01') ? `${shown}, ` : ''}${dayWords(date)}`}
      {...(date === today ? { 'aria-current': 'date' as const } : {})}
      onClick={() => onOpen(date)}
      className={cn(
        'relative z-1 grid h-6 min-w-6 place-items-center rounded-full px-1 text-sm whitespace-nowrap tabular-nums',
        date === today ? 'bg-ink font-semibold text-canvas' : 'hover:bg-hover',
      )}
    >
      {shown}
    </button>
  )
}
