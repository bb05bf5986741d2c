import { EVERY_MONTHS_MAX } from '@carillon/contract/schedule/rule'
import type { ReactNode } from 'react'
import { Problem } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { useTimetableForm, useProblem } from '../timetableForm.ts'
import { type Timetable, weekdays } from '../timetable.ts'
import { nthWords, weekdayWords } from '../words.ts'
import { IntervalField } from './IntervalField.tsx'
import { TimesField } from './TimesField.tsx'

/** Every nth month, on a day of it or on a weekday like the second Tuesday. */
export function MonthlyFields() {
  const { register, watch, setValue } = useTimetableForm()
  const [on, day] = watch(['timetable.on', 'timetable.day'])
  const problem = useProblem('day')
  // Who touches the fields of a choice means that choice.
  const choose = (choice: Timetable['on']) => () =>
    setValue('timetable.on', choice, { shouldDirty: true })
  return (
    <>
      <fieldset
        className="grid gap-1.5"
        {...(problem ? { 'aria-describedby': 'day-problem' } : {})}
      >
        <legend className="mb-1.5 text-sm font-medium">On</legend>
        <div className="grid gap-2.5">
          <On value="day" label="the day">
            <Input
              aria-label="Day of the month"
              {...register('timetable.day', { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
              min={1}
              max={31}
              data-tabular
              className="max-w-20"
              onFocus={choose('day')}
            />
            {on === 'day' && day > 28 && (
              <span className="text-sm text-muted">or the last day of a shorter month</span>
            )}
          </On>
          <On value="last" label="the last day" />
          <On value="nth" label="the">
            <Select
              aria-label="Which of them"
              {...register('timetable.nth')}
              className="max-w-36"
              onFocus={choose('nth')}
            >
              {Object.entries(nthWords).map(([nth, words]) => (
                <option key={nth} value={nth}>
                  {words}
                </option>
              ))}
            </Select>
            <Select
              aria-label="Day of the week"
              {...register('timetable.weekday')}
              className="max-w-36"
              onFocus={choose('nth')}
            >
              {weekdays.map((weekday) => (
                <option key={weekday} value={weekday}>
                  {weekdayWords[weekday]}
                </option>
              ))}
            </Select>
          </On>
        </div>
        {problem && <Problem id="day-problem">{problem}</Problem>}
      </fieldset>
      <TimesField />
      <IntervalField unit="month" max={EVERY_MONTHS_MAX} />
    </>
  )
}

type OnProps = { value: Timetable['on']; label: string; children?: ReactNode }

function On({ value, label, children }: OnProps) {
  const { register } = useTimetableForm()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2">
      <label className="flex items-center gap-2.5">
        <input type="radio" value={value} {...register('timetable.on')} />
        {label}
      </label>
      {children}
    </div>
  )
}
