import { useFormContext } from 'react-hook-form'
import type { TimetableField } from './problems.ts'
import type { Timetable } from './timetable.ts'

/** The fields of a form that has a timetable. */
export type TimetableForm = { timeZone: string; timetable: Timetable }

export const useTimetableForm = () => useFormContext<TimetableForm>()

/** What is wrong with a field, in words. */
export function useProblem(field: TimetableField): string | undefined {
  const { errors } = useTimetableForm().formState
  const error = field === 'timeZone' ? errors.timeZone : errors.timetable?.[field]
  return typeof error?.message === 'string' ? error.message : undefined
}
