import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../Button.tsx'
import { cn } from '../cn.ts'
import { locale } from '../time/locale.ts'
import { useToday } from '../time/zone.ts'
import { plusDays, plusMonths, sheet, weekdayOf } from './days.ts'

type DayGridProps = {
  /** The day that is chosen, or nothing. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string) => void
}

/** A month to choose a day from. Arrows go by days and weeks, Page Up and Down by months. */
export function DayGrid({ value, min, max, onChoose }: DayGridProps) {
  const heading = useId()
  const grid = useRef<HTMLTableElement>(null)
  const today = useToday()
  const [at, setAt] = useState(value || today)

  function onKeyDown(event: KeyboardEvent) {
    const next = byKey(event.key, at)
    if (!next) return
    event.preventDefault()
    // The day that the arrow keys move to exists only once its month is shown.
    flushSync(() => setAt(next))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  const outside = (day: string) => Boolean((min && day < min) || (max && day > max))
  return (
    <div className="p-3">
      <div className="mb-2 flex items-center justify-between gap-1 pl-2">
        <p id={heading} aria-live="polite" className="font-semibold">
          {monthName.format(new Date(`${at}T00:00Z`))}
        </p>
        <span className="flex">
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label="Previous month"
            onClick={() => setAt(plusMonths(at, -1))}
          >
            <ChevronLeft size={16} aria-hidden />
          </Button>
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label="Next month"
            onClick={() => setAt(plusMonths(at, 1))}
          >
            <ChevronRight size={16} aria-hidden />
          </Button>
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- A grid of days, as in the patterns of ARIA. */}
      <table ref={grid} role="grid" aria-labelledby={heading} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} scope="col" abbr={longDay.format(new Date(day))} className="size-9">
                <span aria-hidden className="text-xs font-medium text-muted">
                  {shortDay.format(new Date(day))}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value} className="p-0">
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    {...(day === at ? { 'data-autofocus': true } : {})}
                    aria-label={fullDay.format(new Date(`${day}T00:00Z`))}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={outside(day)}
                    onClick={() => onChoose(day)}
                    className={cn(
                      'grid size-9 place-items-center rounded-md tabular-nums transition-colors focus-visible:-outline-offset-2 disabled:opacity-35',
                      day === value
                        ? 'bg-accent font-semibold text-accent-ink'
                        : 'hover:not-disabled:bg-hover',
                      day !== value && day.slice(0, 7) !== at.slice(0, 7) && 'text-muted/70',
                      day === today && day !== value && 'font-bold underline underline-offset-4',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The day that a key moves to; undefined for other keys. */
function byKey(key: string, at: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(at, -1)
    case 'ArrowRight':
      return plusDays(at, 1)
    case 'ArrowUp':
      return plusDays(at, -7)
    case 'ArrowDown':
      return plusDays(at, 7)
    case 'Home':
      return plusDays(at, -weekdayOf(at))
    case 'End':
      return plusDays(at, 6 - weekdayOf(at))
    case 'PageUp':
      return plusMonths(at, -1)
    case 'PageDown':
      return plusMonths(at, 1)
    default:
      return undefined
  }
}

// Any week will do: this one began with a Monday.
const WEEK = Array.from({ length: 7 }, (_, n) => plusDays('2026-11-23', n))
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const monthName = format({ month: 'long', year: 'numeric' })
const fullDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const longDay = format({ weekday: 'long' })
const shortDay = format({ weekday: 'narrow' })
