import type { Rule } from '@carillon/contract/schedule/rule'
import { zoneCity } from '@carillon/contract/zones'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { typedWords } from '../../ui/time/words.ts'
import { toZone, checkToCome, localInput } from '../schedule/when.ts'
import type { RunFormProps } from './RunDialog.tsx'

type Values = { moveTo: string; following: boolean }

/** Another time for a run, or for it and all later ones. */
export default function MoveRun({ id, series, run, onSubmit }: RunFormProps) {
  const { timeZone: zone, rule } = series
  const { timeZone: own } = useUser()
  const form = useForm<Values>({
    defaultValues: { moveTo: toZone(run.local, { from: zone, to: own }), following: false },
  })
  const { register, control, handleSubmit, setError, setFocus, formState } = form
  // The dialog opens before this form is loaded.
  useEffect(() => setFocus('moveTo'), [setFocus])
  const typed = useWatch({ control, name: 'moveTo' })

  async function move(values: Values) {
    const { problem } = await onSubmit({
      ...values,
      moveTo: toZone(values.moveTo, { from: own, to: zone }),
    })
    if (problem) setError('moveTo', { message: problem }, { shouldFocus: true })
  }

  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void handleSubmit(move)(event)}
    >
      <Field
        label="New time"
        error={formState.errors.moveTo?.message}
        hint={`${typedWords(typed, own)}${own === zone ? '' : ` The series keeps the time of ${zoneCity(zone)}.`}`}
      >
        {(control) => (
          <Input
            {...control}
            {...register('moveTo', { ...localInput, validate: (local) => checkToCome(local, own) })}
            type="datetime-local"
            data-tabular
          />
        )}
      </Field>
      {rule && (
        <Checkbox
          label="All later ones as well"
          note={laterOnes(rule)}
          {...register('following')}
        />
      )}
    </form>
  )
}

/** What becomes of all later runs when one is moved. */
function laterOnes(rule: Rule): string {
  if (rule.kind === 'cron') return 'They move along, and come at this time of day from then on.'
  if (rule.kind !== 'monthly') {
    return 'They move by as many days, and come at this time of day from then on.'
  }
  const day = 'nth' in rule.on ? 'weekday' : 'day'
  return `They come on the same ${day} of their month, and at this time of day from then on.`
}
