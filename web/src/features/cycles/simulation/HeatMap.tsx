import { cn } from '../../../ui/cn.ts'
import { count } from '../../groups/words.ts'
import type { Day } from './days.ts'

/** How much is sent on each day to come: the fuller the day, the stronger its colour. */
export function HeatMap({ days }: { days: Day[] }) {
  const [first] = days
  if (!first) return null
  // Monday is the first column.
  const lead = (new Date(`${first.date}T00:00:00Z`).getUTCDay() + 6) % 7
  const full = days.filter(({ sends }) => sends > 0).length
  return (
    <div
      role="img"
      aria-label={`Sends on ${full} of the next ${count(days.length, 'day')}`}
      className="grid grid-cols-7 gap-1"
    >
      {weekdays.map((name) => (
        <span key={name} className="text-center text-xs text-muted">
          {name}
        </span>
      ))}
      {lead > 0 && <span style={{ gridColumn: `span ${lead}` }} />}
      {days.map(({ date, sends, skipped, level }) => (
        <span
          key={date}
          title={`${dayWords(date)}: ${sends === 0 ? 'nothing' : count(sends, 'send')}${skipped > 0 ? `, ${skipped} left out` : ''}`}
          className={cn(
            'grid h-7 place-items-center rounded-sm text-xs tabular-nums',
            level === 0 ? 'bg-hover text-muted' : level > 2 ? 'text-accent-ink' : 'text-ink',
          )}
          style={
            level === 0
              ? undefined
              : {
                  background: `color-mix(in oklab, var(--accent) ${shares[level]}%, var(--sunken))`,
                }
          }
        >
          {Number(date.slice(8))}
        </span>
      ))}
    </div>
  )
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** How strong the colour of each level is, so that the day can be read on it. */
const shares = [0, 15, 30, 85, 100]

const long = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const dayWords = (date: string) => long.format(new Date(`${date}T00:00:00Z`))
