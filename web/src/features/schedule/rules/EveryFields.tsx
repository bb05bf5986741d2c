import { EVERY_MAX } from '@carillon/contract/schedule/rule'
import { useController } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field, Problem } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { useTimetableForm, useProblem } from '../timetableForm.ts'
import { DayChips } from './DayChips.tsx'
import { FromTo } from './FromTo.tsx'

/** Every n minutes or hours of elapsed time, in a window of the day or around the clock. */
export function EveryFields() {
  const { register, watch } = useTimetableForm()
  const windowed = watch('timetable.windowed')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Every" error={useProblem('n')}>
          {(props) => (
            <div className="flex gap-2">
              <Input
                {...props}
                {...register('timetable.n', { valueAsNumber: true })}
                type="number"
                inputMode="numeric"
                min={1}
                max={EVERY_MAX}
                data-tabular
                className="max-w-24"
              />
              <Select aria-label="Unit" {...register('timetable.unit')} className="max-w-40">
                <option value="hour">hours</option>
                <option value="minute">minutes</option>
              </Select>
            </div>
          )}
        </Field>
        <Field label="Counted from" error={useProblem('anchor')}>
          {(props) => (
            <Input
              {...props}
              {...register('timetable.anchor')}
              type="datetime-local"
              data-tabular
            />
          )}
        </Field>
      </div>
      <Checkbox label="Only at some hours" {...register('timetable.windowed')} />
      {windowed && <WindowFields />}
    </>
  )
}

function WindowFields() {
  const { register, control } = useTimetableForm()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'timetable.window.days' })
  const problem = useProblem('window')
  return (
    <div className="grid gap-4 border-l border-line pl-4">
      <FromTo
        from={{ 'aria-label': 'Window begins', ...register('timetable.window.from') }}
        to={{ 'aria-label': 'Window ends', ...register('timetable.window.to') }}
      />
      {problem && <Problem>{problem}</Problem>}
      <DayChips
        ref={ref}
        legend="On"
        chosen={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        {...(field.value.length === 0 ? { hint: 'None chosen: on every day.' } : {})}
      />
    </div>
  )
}
