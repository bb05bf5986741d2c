import { EVERY_DAYS_MAX, EVERY_WEEKS_MAX } from '@carillon/contract/schedule/rule'
import { useController } from 'react-hook-form'
import { useTimetableForm, useProblem } from '../timetableForm.ts'
import { DayChips } from './DayChips.tsx'
import { IntervalField } from './IntervalField.tsx'
import { TimesField } from './TimesField.tsx'

/** Every nth week on some of its days. */
export function WeeklyFields() {
  const { control } = useTimetableForm()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'timetable.days' })
  return (
    <>
      <DayChips
        ref={ref}
        legend="On"
        chosen={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        problem={useProblem('days')}
      />
      <TimesField />
      <IntervalField unit="week" max={EVERY_WEEKS_MAX} />
    </>
  )
}

/** Every nth day. */
export function DailyFields() {
  return (
    <>
      <TimesField />
      <IntervalField unit="day" max={EVERY_DAYS_MAX} />
    </>
  )
}
