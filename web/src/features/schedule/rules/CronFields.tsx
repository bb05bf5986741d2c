import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { useTimetableForm, useProblem } from '../timetableForm.ts'

/** A rule in the words of crontab, explained. */
export function CronFields() {
  const { register, setValue } = useTimetableForm()
  const take = (expression: string) =>
    setValue('timetable.expression', expression, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="grid gap-3">
      <Field
        label="Cron expression"
        error={useProblem('expression')}
        hint="Five fields: minute, hour, day of the month, month, weekday. * is every one, 9-17 a range, 1,15 a list, */10 every tenth, L the last day, 1#2 the second Monday. On the wall clock of the zone."
      >
        {(props) => (
          <Input
            {...props}
            {...register('timetable.expression')}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="text-muted">For example</span>
        {examples.map(([expression, words]) => (
          <button
            key={expression}
            type="button"
            className="rounded-sm text-accent-text hover:underline"
            onClick={() => take(expression)}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  )
}

const examples = [
  ['0 9 * * mon-fri', 'workdays at 9'],
  ['*/30 8-18 * * *', 'every half hour by day'],
  ['0 12 1,15 * *', 'the 1st and 15th at noon'],
  ['0 18 * * 5L', 'the last Friday at 18'],
] as const
