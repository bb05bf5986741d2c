import { BLACKOUTS_MAX, JITTER_MAX_MINUTES, SPREAD_MAX_MINUTES } from '@carillon/contract/schedule'
import { useController } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { typedDay } from '../../ui/time/words.ts'
import { useTimetableForm, useProblem } from './timetableForm.ts'
import { Entries } from './rules/Entries.tsx'

/** Options that few timetables use: days without runs, and random delays. */
export function MoreTiming() {
  const { register, watch, formState } = useTimetableForm()
  const { errors } = formState
  const [blackouts, jitter, spread] = watch([
    'timetable.blackouts',
    'timetable.jitterMinutes',
    'timetable.spreadMinutes',
  ])
  const used = [blackouts.length > 0, jitter > 0, spread > 0].filter(Boolean).length
  const wrong = ['blackouts', 'jitterMinutes', 'spreadMinutes'].some(
    (field) => errors.timetable && field in errors.timetable,
  )
  return (
    <details {...(wrong ? { open: true } : {})}>
      <summary className="w-fit rounded-sm text-sm font-medium">
        Days off and delays
        {used > 0 && <span className="font-normal text-muted"> · {used} set</span>}
      </summary>
      <div className="mt-4 grid gap-5">
        <Blackouts />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Random delay (max minutes)"
            error={useProblem('jitterMinutes')}
            hint="Each run goes out up to this much later. 0 is on the minute."
          >
            {(props) => (
              <Input
                {...props}
                {...register('timetable.jitterMinutes', { valueAsNumber: true })}
                type="number"
                inputMode="numeric"
                min={0}
                max={JITTER_MAX_MINUTES}
                data-tabular
              />
            )}
          </Field>
          <Field
            label="Stagger groups over (minutes)"
            error={useProblem('spreadMinutes')}
            hint="Groups get it one after the other over this time. 0 is all at once."
          >
            {(props) => (
              <Input
                {...props}
                {...register('timetable.spreadMinutes', { valueAsNumber: true })}
                type="number"
                inputMode="numeric"
                min={0}
                max={SPREAD_MAX_MINUTES}
                data-tabular
              />
            )}
          </Field>
        </div>
      </div>
    </details>
  )
}

function Blackouts() {
  const { control } = useTimetableForm()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'timetable.blackouts' })
  return (
    <Entries
      ref={ref}
      legend="Days off"
      noun="period"
      entries={field.value}
      onChange={field.onChange}
      min={0}
      max={BLACKOUTS_MAX}
      next={(last) => ({ from: last?.to ?? '', to: last?.to ?? '' })}
      problem={useProblem('blackouts')}
      hint={
        field.value.length === 0
          ? 'Holidays, for example: nothing is sent then.'
          : field.value.map(daysOff).join('; ')
      }
    >
      {({ from, to }, change, name) => (
        <span className="flex items-center gap-1.5">
          <Input
            type="date"
            data-tabular
            aria-label={`${name}, first day`}
            className="max-w-40"
            value={from}
            onBlur={field.onBlur}
            onChange={({ target: { value } }) =>
              change({ from: value, to: to < value ? value : to })
            }
          />
          <span className="shrink-0 text-muted">to</span>
          <Input
            type="date"
            data-tabular
            aria-label={`${name}, last day`}
            className="max-w-40"
            value={to}
            onBlur={field.onBlur}
            onChange={(event) => change({ from, to: event.target.value })}
          />
        </span>
      )}
    </Entries>
  )
}

/** `Thu 24 Dec 2026 to Sat 26 Dec 2026`. */
const daysOff = ({ from, to }: { from: string; to: string }): string =>
  [from, to === from ? '' : to].map(typedDay).filter(Boolean).join(' to ')
