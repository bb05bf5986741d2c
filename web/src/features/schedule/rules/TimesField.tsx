import { TIMES_MAX } from '@carillon/contract/schedule/rule'
import { useController } from 'react-hook-form'
import { Input } from '../../../ui/Input.tsx'
import { useHolder, useProblem } from '../holder.ts'
import { Entries } from './Entries.tsx'

/** The times of a day. */
export function TimesField() {
  const { control } = useHolder()
  const { field } = useController({ control, name: 'timetable.times' })
  return (
    <Entries
      legend="At"
      noun="time"
      entries={field.value}
      onChange={field.onChange}
      max={TIMES_MAX}
      next={(last) => anHourAfter(last)}
      problem={useProblem('times')}
    >
      {(time, change, name) => (
        <Input
          type="time"
          data-figures
          aria-label={name}
          className="max-w-36"
          value={time}
          onBlur={field.onBlur}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Entries>
  )
}

/** The next time that somebody may mean; after 23:00 the day begins anew. */
function anHourAfter(time = '08:00'): string {
  const hour = (Number(time.slice(0, 2)) + 1) % 24
  return `${String(hour).padStart(2, '0')}:${time.slice(3, 5) || '00'}`
}
