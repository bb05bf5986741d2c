import type { Weekday } from '@carillon/contract/schedule/rule'
import { type Ref, useId } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Problem } from '../../../ui/Field.tsx'
import { weekdays } from '../timetable.ts'
import { weekdayWords } from '../words.ts'

type DayChipsProps = {
  /** Where the form moves the focus when something is wrong here. */
  ref?: Ref<HTMLFieldSetElement>
  legend: string
  chosen: Weekday[]
  onChange: (days: Weekday[]) => void
  onBlur?: () => void
  problem?: string | undefined
  hint?: string
}

/** The days of the week, to be switched on and off. */
export function DayChips({ ref, legend, chosen, onChange, onBlur, problem, hint }: DayChipsProps) {
  const id = useId()
  const toggle = (day: Weekday, on: boolean) =>
    onChange(weekdays.filter((other) => (other === day ? on : chosen.includes(other))))
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="grid gap-1.5"
      {...(problem ? { 'aria-describedby': id } : {})}
    >
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid grid-cols-7 gap-1 sm:flex sm:gap-1.5">
        {weekdays.map((day) => (
          <label
            key={day}
            className={cn(
              'grid h-9 place-items-center rounded-md border border-line-strong font-medium whitespace-nowrap text-muted transition-colors select-none sm:px-3',
              'hover:text-ink has-checked:border-accent has-checked:bg-accent has-checked:text-accent-ink',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
            )}
          >
            <input
              type="checkbox"
              className="sr-only"
              aria-label={weekdayWords[day]}
              checked={chosen.includes(day)}
              onBlur={onBlur}
              onChange={(event) => toggle(day, event.target.checked)}
            />
            <span aria-hidden>{weekdayWords[day].slice(0, 3)}</span>
          </label>
        ))}
      </div>
      {problem && <Problem id={id}>{problem}</Problem>}
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </fieldset>
  )
}
