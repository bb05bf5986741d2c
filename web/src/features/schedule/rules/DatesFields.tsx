import { DATES_MAX } from '@carillon/contract/schedule/rule'
import { useController } from 'react-hook-form'
import { Input } from '../../../ui/Input.tsx'
import { useHolder, useProblem } from '../holder.ts'
import { Entries } from './Entries.tsx'

/** A list of dates with their times. */
export function DatesFields() {
  const { control } = useHolder()
  const { field } = useController({ control, name: 'timetable.dates' })
  return (
    <Entries
      legend="On"
      noun="date"
      entries={field.value}
      onChange={field.onChange}
      max={DATES_MAX}
      next={(last) => aWeekAfter(last)}
      problem={useProblem('dates')}
    >
      {(local, change, name) => (
        <Input
          type="datetime-local"
          data-figures
          aria-label={name}
          className="max-w-60"
          value={local}
          onBlur={field.onBlur}
          onChange={(event) => change(event.target.value.slice(0, 16))}
        />
      )}
    </Entries>
  )
}

/** The next date that somebody may mean; none while the last one is not filled in. */
function aWeekAfter(local = ''): string {
  const at = Date.parse(`${local}:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + 7 * 86_400_000).toISOString().slice(0, 16)
}
