import { useFormContext } from 'react-hook-form'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'

/** The fields of a form that say what happens when something comes in between. */
type DeliveryForm = {
  catchUpMinutes: number
  onUnconfirmed: string
  overlap: string
  pauseAfterFailures: number
}

/** For how long it is tried; `present` stays among the choices, `hint` says what becomes of it then. */
export function CatchUpField({ present, hint }: { present: number; hint: string }) {
  const { register, formState } = useFormContext<DeliveryForm>()
  return (
    <Field
      label="If it can’t go out on time"
      error={formState.errors.catchUpMinutes?.message}
      hint={hint}
    >
      {(control) => (
        <Select {...control} {...register('catchUpMinutes', { valueAsNumber: true })}>
          {windows(present).map(([minutes, words]) => (
            <option key={minutes} value={minutes}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** What is done with a copy that may or may not be there. */
export function UnconfirmedField() {
  const { register, formState } = useFormContext<DeliveryForm>()
  return (
    <Field
      label="If the answer of the network gets lost"
      error={formState.errors.onUnconfirmed?.message}
      hint="It then may or may not be in the group."
    >
      {(control) => (
        <Select {...control} {...register('onUnconfirmed')}>
          <option value="ask">Ask me</option>
          <option value="resend">Send it again</option>
          <option value="assume_sent">Take it as sent</option>
        </Select>
      )}
    </Field>
  )
}

/** What only a series has: runs that meet, and failures in a row, `failuresMax` at most. */
export function SeriesFields({ failuresMax }: { failuresMax: number }) {
  const { register, formState } = useFormContext<DeliveryForm>()
  const { errors } = formState
  return (
    <>
      <Field
        label="If the previous run hasn’t finished"
        error={errors.overlap?.message}
        hint="With many groups a run can take longer than the time to the next."
      >
        {(control) => (
          <Select {...control} {...register('overlap')}>
            <option value="skip">Skip this run</option>
            <option value="wait">Send it afterwards</option>
          </Select>
        )}
      </Field>
      <Field
        label="Pause after failures in a row"
        error={errors.pauseAfterFailures?.message}
        hint="It then says why and waits for you. 0 is never."
      >
        {(control) => (
          <Input
            {...control}
            {...register('pauseAfterFailures', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={0}
            max={failuresMax}
            data-tabular
          />
        )}
      </Field>
    </>
  )
}

/** The windows to choose from; one that was set otherwise stays among them. */
function windows(present: number): [minutes: number, words: string][] {
  const known: [number, string][] = [
    [0, 'Do not send it late'],
    [15, 'Try for 15 minutes'],
    [60, 'Try for an hour'],
    [360, 'Try for 6 hours'],
    [1_440, 'Try for a day'],
  ]
  if (known.some(([minutes]) => minutes === present)) return known
  return [...known, [present, `Try for ${present} minutes`]]
}
