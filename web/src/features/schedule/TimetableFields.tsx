import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { ZonePicker } from '../../ui/zone/ZonePicker.tsx'
import { Bounds } from './Bounds.tsx'
import { useTimetableForm, useProblem } from './timetableForm.ts'
import { MoreTiming } from './MoreTiming.tsx'
import { CronFields } from './rules/CronFields.tsx'
import { DatesFields } from './rules/DatesFields.tsx'
import { EveryFields } from './rules/EveryFields.tsx'
import { MonthlyFields } from './rules/MonthlyFields.tsx'
import { DailyFields, WeeklyFields } from './rules/WeeklyFields.tsx'
import { type Kind, kinds } from './timetable.ts'
import { kindWords } from './words.ts'

/** How something repeats. The form around it holds the fields. */
export function TimetableFields() {
  const { control, register } = useTimetableForm()
  const kind = useWatch({ control, name: 'timetable.kind' })
  const Fields = fieldsOf[kind]
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Repeats">
          {(props) => (
            <Select {...props} {...register('timetable.kind')}>
              {kinds.map((name) => (
                <option key={name} value={name}>
                  {kindWords[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Zone />
      </div>
      <Fields />
      <Bounds />
      <MoreTiming />
    </div>
  )
}

function Zone() {
  const { control } = useTimetableForm()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'timeZone' })
  return (
    <Field label="Time zone" error={useProblem('timeZone')}>
      {(props) => (
        <ZonePicker
          {...props}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={ref}
        />
      )}
    </Field>
  )
}

const fieldsOf: Record<Kind, () => ReactNode> = {
  weekly: WeeklyFields,
  daily: DailyFields,
  monthly: MonthlyFields,
  every: EveryFields,
  dates: DatesFields,
  cron: CronFields,
}
