import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { useTimetableForm, useProblem } from '../timetableForm.ts'

type IntervalFieldProps = { unit: 'day' | 'week' | 'month'; max: number }

/** Every so many days, weeks or months. */
export function IntervalField({ unit, max }: IntervalFieldProps) {
  const { register, watch } = useTimetableForm()
  const interval = watch('timetable.interval')
  return (
    <Field label="Every" error={useProblem('interval')}>
      {(props) => (
        <div className="flex items-center gap-2">
          <Input
            {...props}
            {...register('timetable.interval', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            data-tabular
            className="max-w-20"
          />
          <span className="whitespace-nowrap text-muted">{interval === 1 ? unit : `${unit}s`}</span>
        </div>
      )}
    </Field>
  )
}
