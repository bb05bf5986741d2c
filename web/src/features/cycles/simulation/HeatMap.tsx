import { cn } from '../../../ui/cn.ts'
import { locale } from '../../../ui/time/locale.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { count } from '../../../ui/words.ts'
import type { Day } from './days.ts'

type HeatMapProps = {
  days: Day[]
  /** The day whose sends are listed. */
  chosen: string | undefined
  onChoose: (date: string | undefined) => void
}

/** How much is sent on each day to come: the fuller the day, the stronger its color. A press lists its sends. */
export function HeatMap({ days, chosen, onChoose }: HeatMapProps) {
  const [first] = days
  if (!first) return null
  // Monday is the first column.
  const lead = (new Date(`${first.date}T00:00:00Z`).getUTCDay() + 6) % 7
  const full = days.filter(({ sends }) => sends > 0).length
  const known = days.filter(({ unknown }) => !unknown).length
  return (
    <div
      role="group"
      aria-label={`Sends on ${full} of the next ${count(known, 'day')}`}
      className="grid grid-cols-7 gap-1"
    >
      {weekdays.map((name) => (
        <span key={name} aria-hidden className="text-center text-xs text-muted">
          {name}
        </span>
      ))}
      {lead > 0 && <span style={{ gridColumn: `span ${lead}` }} />}
      {days.map((day) => {
        const { date, sends, skipped, level, unknown } = day
        const look = cn(
          'grid h-7 place-items-center rounded-sm text-xs tabular-nums',
          unknown
            ? 'border border-dashed border-line text-muted'
            : level === 0
              ? 'bg-hover text-muted'
              : level > 2
                ? 'text-heat-ink'
                : 'text-ink',
        )
        if (sends + skipped === 0) {
          return (
            <span key={date} aria-hidden className={look}>
              {Number(date.slice(8))}
            </span>
          )
        }
        return (
          <Tooltip key={date} text={wordsOf(day)}>
            <button
              type="button"
              aria-label={wordsOf(day)}
              aria-pressed={chosen === date}
              className={look}
              style={{
                background: `color-mix(in oklab, var(--heat) ${shares[level]}%, var(--sunken))`,
                ...(skipped > 0 ? { boxShadow: 'inset 0 0 0 1px var(--warn)' } : {}),
                ...(chosen === date ? { outline: '2px solid var(--ink)' } : {}),
              }}
              onClick={() => onChoose(chosen === date ? undefined : date)}
            >
              {Number(date.slice(8))}
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** How strong the color of each level is, so that the day can be read on it. */
const shares = [0, 15, 30, 85, 100]

const wordsOf = ({ date, sends, skipped }: Day) =>
  [
    `${dayWords(date)}: ${sends === 0 ? 'nothing' : count(sends, 'send')}`,
    skipped > 0 ? `${skipped} skipped by the rules of groups` : '',
  ]
    .filter(Boolean)
    .join(', ')

const long = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** `Tuesday, 24 November`. */
export const dayWords = (date: string) => long.format(new Date(`${date}T00:00:00Z`))
