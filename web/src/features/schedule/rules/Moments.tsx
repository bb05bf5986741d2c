import { useController } from 'react-hook-form'
import { Input } from '../../../ui/Input.tsx'
import { useTimetableForm, useProblem } from '../timetableForm.ts'
import { Entries } from './Entries.tsx'

type MomentsProps = {
  /** Which list of the timetable it is. */
  of: 'times' | 'dates'
  legend: string
  /** What one is called: `time`. */
  noun: string
  type: 'time' | 'datetime-local'
  /** The width of a control. */
  className: string
  max: number
  /** The time or date that is suggested for the next one. */
  next: (last: string | undefined) => string
}

/** Times of a day or dates, one control for each. */
export function Moments({ of, legend, noun, type, className, max, next }: MomentsProps) {
  const { control } = useTimetableForm()
  const {
    field: { ref, ...field },
  } = useController({ control, name: `timetable.${of}` })
  return (
    <Entries
      ref={ref}
      legend={legend}
      noun={noun}
      entries={field.value}
      onChange={field.onChange}
      max={max}
      next={next}
      problem={useProblem(of)}
    >
      {(local, change, name) => (
        <Input
          type={type}
          data-tabular
          aria-label={name}
          className={className}
          value={local}
          onBlur={field.onBlur}
          // Some browsers give seconds too.
          onChange={(event) => change(event.target.value.slice(0, '2026-12-01T09:00'.length))}
        />
      )}
    </Entries>
  )
}
