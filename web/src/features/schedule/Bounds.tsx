import { ENDS_AFTER_MAX } from '@carillon/contract/schedule'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { typedDay } from '../../ui/time/words.ts'
import { useTimetableForm, useProblem } from './timetableForm.ts'
import { startsMatter } from './timetable.ts'

/** From when on, and until when. */
export function Bounds() {
  const { register, watch } = useTimetableForm()
  const [kind, ends, interval, starts] = watch([
    'timetable.kind',
    'timetable.ends',
    'timetable.interval',
    'timetable.starts',
  ])
  const startsProblem = useProblem('starts')
  const counts = interval > 1 && kind in unitNames
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {startsMatter(kind) && (
        <Field
          label="Starts"
          error={startsProblem}
          hint={[
            starts && `${typedDay(starts)}.`,
            counts
              ? `Counted from this ${unitNames[kind as keyof typeof unitNames]}; from today if you leave it empty.`
              : 'From now on if you leave it empty.',
          ]
            .filter(Boolean)
            .join(' ')}
        >
          {(props) => (
            <Input {...props} {...register('timetable.starts')} type="date" data-tabular />
          )}
        </Field>
      )}
      <div className="grid content-start gap-2">
        <Field label="Ends">
          {(props) => (
            <Select {...props} {...register('timetable.ends')}>
              <option value="never">Never</option>
              <option value="on">On a date</option>
              <option value="after">After a number of times</option>
            </Select>
          )}
        </Field>
        {ends === 'on' && <EndsOn />}
        {ends === 'after' && <EndsAfter />}
      </div>
    </div>
  )
}

const unitNames = { weekly: 'week', daily: 'day', monthly: 'month' }

function EndsOn() {
  const { register, watch } = useTimetableForm()
  return (
    <Field
      label="Last day"
      labelHidden
      error={useProblem('endsOn')}
      hint={typedDay(watch('timetable.endsOn'))}
    >
      {(props) => <Input {...props} {...register('timetable.endsOn')} type="date" data-tabular />}
    </Field>
  )
}

function EndsAfter() {
  const { register } = useTimetableForm()
  return (
    <Field label="Number of times" labelHidden error={useProblem('endsAfter')}>
      {(props) => (
        <div className="flex items-center gap-2">
          <Input
            {...props}
            {...register('timetable.endsAfter', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={1}
            max={ENDS_AFTER_MAX}
            data-tabular
            className="max-w-24"
          />
          <span className="text-muted">times</span>
        </div>
      )}
    </Field>
  )
}
