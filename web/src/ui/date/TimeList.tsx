import { useEffect, useRef, type KeyboardEvent } from 'react'
import { cn } from '../cn.ts'
import { ScrollArea } from '../ScrollArea.tsx'
import { clockTime } from '../time/words.ts'

/** The minutes between two times of the list; other times are typed. */
const STEP_MINUTES = 15

const TIMES = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, n) => {
  const minutes = n * STEP_MINUTES
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
})

/** The first visible time if none is chosen. */
const MORNING = '09:00'

type TimeListProps = {
  /** The time that is chosen, or nothing. */
  value: string
  onChoose: (time: string) => void
  /** Whether it takes the focus when its panel opens. */
  marked?: boolean
}

/** The times of a day, a quarter of an hour apart. */
export function TimeList({ value, onChoose, marked = false }: TimeListProps) {
  const list = useRef<HTMLDivElement>(null)
  const at = TIMES.findLast((time) => time <= (value || MORNING)) ?? MORNING

  useEffect(() => {
    list.current?.querySelector('[tabindex="0"]')?.scrollIntoView({ block: 'center' })
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const times = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const present = times.findIndex((time) => time === document.activeElement)
    const next = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: times.length - 1 }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    times[Math.max(0, Math.min(times.length - 1, next))]?.focus()
  }

  return (
    <ScrollArea height={318} label="Times">
      <div
        ref={list}
        role="listbox"
        aria-label="Times"
        tabIndex={-1}
        className="grid p-1.5"
        onKeyDown={onKeyDown}
      >
        {TIMES.map((time) => (
          <button
            key={time}
            type="button"
            role="option"
            aria-selected={time === value}
            tabIndex={time === at ? 0 : -1}
            {...(marked && time === at ? { 'data-autofocus': true } : {})}
            onClick={() => onChoose(time)}
            className={cn(
              'flex h-8 items-center rounded-md px-3.5 tabular-nums transition-colors focus-visible:-outline-offset-2',
              time === value ? 'bg-accent font-semibold text-accent-ink' : 'hover:bg-hover',
            )}
          >
            {clockTime(`2026-01-01T${time}:00Z`, 'UTC')}
          </button>
        ))}
      </div>
    </ScrollArea>
  )
}

function two(n: number) {
  return String(n).padStart(2, '0')
}
