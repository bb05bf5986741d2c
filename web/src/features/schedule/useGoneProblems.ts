import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { type TimingForm, timingProblems } from './timingForm.ts'

/**
 * Takes away what was said at a field of the timing once another choice has made it right: a form judges only the field
 * that is changed, and the day of the month may not matter any more. `when` is for a form that only repeats.
 */
export function useGoneProblems(when?: 'repeat') {
  const { subscribe, clearErrors, getFieldState, getValues } = useFormContext<TimingForm>()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback() {
          const values = { ...getValues(), ...(when && { when }) }
          // What has no type is a refusal of the server, which stays until its own field is changed.
          const judged = namesIn(values).filter(
            (name) => ![undefined, 'server'].includes(getFieldState(name).error?.type),
          )
          if (judged.length === 0) return
          const wrong = timingProblems(values).map(({ path }) => path.join('.'))
          clearErrors(judged.filter((name) => !wrong.includes(name)))
        },
      }),
    [subscribe, clearErrors, getFieldState, getValues, when],
  )
}

const namesIn = ({ timetable }: TimingForm) => [
  ...(['date', 'time', 'timeZone'] as const),
  ...(Object.keys(timetable) as (keyof typeof timetable)[]).map(
    (name) => `timetable.${name}` as const,
  ),
]
