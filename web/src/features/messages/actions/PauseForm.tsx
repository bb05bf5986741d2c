import { zoneCity } from '@carillon/contract/zones'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import { typedWords } from '../../../ui/time/words.ts'
import { count } from '../../../ui/words.ts'
import { instantOf, checkToCome, localInput, localOf } from '../../schedule/when.ts'
import type { PauseInput } from './useMessageActions.tsx'

type PauseFormProps = {
  id: string
  /** How many groups have not got the present run yet; undefined if no run is being sent. */
  pending: number | undefined
  onPause: (how: PauseInput) => Promise<void>
}

type Values = { rest: 'finish' | 'stop'; length: 'open' | 'until'; until: string }

const DAY_MS = 86_400_000

/** Asks for how long a series is paused, and whether the present run is finished. */
export default function PauseForm({ id, pending, onPause }: PauseFormProps) {
  const { timeZone } = useUser()
  const [tomorrow] = useState(() => localOf(new Date(Date.now() + DAY_MS), timeZone))
  const form = useForm<Values>({
    defaultValues: { rest: 'finish', length: 'open', until: tomorrow },
  })
  const { register, control, handleSubmit, formState } = form
  const [length, until] = useWatch({ control, name: ['length', 'until'] })

  const pause = (values: Values) => {
    const named = values.length === 'until' ? instantOf(values.until, timeZone) : undefined
    return onPause({
      ...(named ? { until: named.at.toISOString() } : {}),
      ...(pending === undefined ? {} : { stopRemaining: values.rest === 'stop' }),
    })
  }

  return (
    <form
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(pause)(event)}
    >
      {pending !== undefined && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">What is being sent</legend>
          <Radio {...register('rest')} value="finish" label="Finish this one first" />
          <Radio
            {...register('rest')}
            value="stop"
            label={`Stop the remaining ${count(pending, 'group')} now`}
          />
        </fieldset>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">For how long</legend>
        <Radio {...register('length')} value="open" label="Until I switch it on again" />
        <Radio {...register('length')} value="until" label="Until a time" />
        {length === 'until' && (
          <Field
            label={`Until, in ${zoneCity(timeZone)}`}
            labelHidden
            hint={typedWords(until, timeZone)}
            error={formState.errors.until?.message}
            className="ml-6.5"
          >
            {(props) => (
              <Input
                {...props}
                {...register('until', {
                  ...localInput,
                  validate: (local) => checkToCome(local, timeZone),
                })}
                type="datetime-local"
                data-tabular
              />
            )}
          </Field>
        )}
      </fieldset>
    </form>
  )
}
