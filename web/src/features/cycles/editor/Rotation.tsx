import { SENDS_MAX, STEPS_PER_SLOT_MAX } from '@carillon/contract/cycles'
import { PAUSE_AFTER_FAILURES_MAX } from '@carillon/contract/messages'
import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import type { CycleForm } from '../form.ts'
import { modeWords, orderWords } from '../words.ts'

/** In which order the steps come, and which group gets which. */
export function Rotation() {
  const { register } = useFormContext<CycleForm>()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <fieldset className="grid content-start gap-2.5">
        <legend className="mb-1.5 text-sm font-medium">Order</legend>
        {Object.entries(orderWords).map(([value, { label, note }]) => (
          <Radio key={value} {...register('order')} value={value} label={label} note={note} />
        ))}
      </fieldset>
      <fieldset className="grid content-start gap-2.5">
        <legend className="mb-1.5 text-sm font-medium">Who gets what</legend>
        {Object.entries(modeWords).map(([value, { label, note }]) => (
          <Radio key={value} {...register('mode')} value={value} label={label} note={note} />
        ))}
      </fieldset>
      <Ends />
      <Figure
        name="stepsPerSlot"
        label="Steps at each time"
        hint="They follow each other in each group."
        min={1}
        max={STEPS_PER_SLOT_MAX}
      />
    </div>
  )
}

function Ends() {
  const { control, register, formState } = useFormContext<CycleForm>()
  const ends = useWatch({ control, name: 'ends' })
  return (
    <div className="grid content-start gap-2">
      <Field label="Ends">
        {(props) => (
          <Select {...props} {...register('ends')}>
            <option value="never">With its timetable</option>
            <option value="rounds">After a number of rounds</option>
            <option value="sends">After a number of messages</option>
          </Select>
        )}
      </Field>
      {ends !== 'never' && (
        <Field
          label={ends === 'rounds' ? 'Number of rounds' : 'Number of messages'}
          labelHidden
          error={formState.errors.endsAfter?.message}
        >
          {(props) => (
            <span className="flex items-center gap-2">
              <Input
                {...props}
                {...register('endsAfter', { valueAsNumber: true })}
                type="number"
                inputMode="numeric"
                min={1}
                max={SENDS_MAX}
                data-figures
                className="max-w-24"
              />
              <span className="text-muted">{ends}</span>
            </span>
          )}
        </Field>
      )}
    </div>
  )
}

/** What happens when something comes in between; most cycles leave it as it is. */
export function Guards() {
  const { register, watch } = useFormContext<CycleForm>()
  const usual = watch('catchUpMinutes')
  return (
    <details>
      <summary className="rounded-lg px-4 py-3 text-sm font-medium md:px-5">More options</summary>
      <div className="grid gap-5 border-t border-line p-4 sm:grid-cols-2 md:p-5">
        <Checkbox
          className="sm:col-span-2"
          label="A time that is left out takes its step along"
          note="Otherwise the next time says it: no step is missed."
          {...register('advanceOnSkip')}
        />
        <Field
          label="If it cannot go out in time"
          hint="After that it is left out, and the next time says its step."
        >
          {(props) => (
            <Select {...props} {...register('catchUpMinutes', { valueAsNumber: true })}>
              {windows(usual).map(([minutes, words]) => (
                <option key={minutes} value={minutes}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="If Telegram’s answer gets lost"
          hint="It then may or may not be in the group."
        >
          {(props) => (
            <Select {...props} {...register('onUnconfirmed')}>
              <option value="ask">Ask me</option>
              <option value="resend">Send it again</option>
              <option value="assume_sent">Take it as sent</option>
            </Select>
          )}
        </Field>
        <Field
          label="If the time before is still being sent"
          hint="With many groups one time can take longer than the next is away."
        >
          {(props) => (
            <Select {...props} {...register('overlap')}>
              <option value="skip">Leave this time out</option>
              <option value="wait">Send it afterwards</option>
            </Select>
          )}
        </Field>
        <Figure
          name="pauseAfterFailures"
          label="Pause after failures in a row"
          hint="It then says why and waits for you. 0 is never."
          min={0}
          max={PAUSE_AFTER_FAILURES_MAX}
        />
      </div>
    </details>
  )
}

type FigureProps = {
  name: 'stepsPerSlot' | 'pauseAfterFailures'
  label: string
  hint: string
  min: number
  max: number
}

function Figure({ name, label, hint, min, max }: FigureProps) {
  const { register, formState } = useFormContext<CycleForm>()
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {(props) => (
        <Input
          {...props}
          {...register(name, { valueAsNumber: true })}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          data-figures
          className="max-w-24"
        />
      )}
    </Field>
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
