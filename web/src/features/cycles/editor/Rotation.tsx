import { SENDS_MAX, STEPS_PER_SLOT_MAX } from '@carillon/contract/cycles'
import { CATCH_UP_DEFAULT_MINUTES, PAUSE_AFTER_FAILURES_MAX } from '@carillon/contract/messages'
import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import {
  CatchUpField,
  SeriesFields,
  UnconfirmedField,
} from '../../compose/options/DeliveryFields.tsx'
import type { CycleForm } from '../form.ts'
import { modeWords, orderWords } from '../words.ts'

/** The order of the steps, and which group gets which. */
export function Rotation() {
  const { register, formState } = useFormContext<CycleForm>()
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
      <Field
        label="Steps at each time"
        hint="They follow each other in each group."
        error={formState.errors.stepsPerSlot?.message}
      >
        {(props) => (
          <Input
            {...props}
            {...register('stepsPerSlot', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={1}
            max={STEPS_PER_SLOT_MAX}
            data-tabular
            className="max-w-24"
          />
        )}
      </Field>
    </div>
  )
}

function Ends() {
  const { control, register, formState } = useFormContext<CycleForm>()
  const ends = useWatch({ control, name: 'ends' })
  return (
    <div className="grid content-start gap-2">
      <Field label="Rotation ends">
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
                data-tabular
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

/** Options for failures and late runs; most cycles do not change them. */
export function Guards() {
  const { register, formState } = useFormContext<CycleForm>()
  const usual = formState.defaultValues?.catchUpMinutes ?? CATCH_UP_DEFAULT_MINUTES
  return (
    <details>
      <summary className="rounded-lg px-4 py-3 text-sm font-medium md:px-5">More options</summary>
      <div className="grid gap-5 border-t border-line p-4 sm:grid-cols-2 md:p-5">
        <Checkbox
          className="sm:col-span-2"
          label="A skipped run skips its step, too"
          note="Otherwise the next run sends it: no step is missed."
          {...register('advanceOnSkip')}
        />
        <Checkbox
          className="sm:col-span-2"
          label="Delete the previous copy when the next one is sent"
          note="Telegram lets a bot delete for 48 hours. An older copy stays, and its history says so."
          {...register('replacePrevious')}
        />
        <CatchUpField
          present={usual}
          hint="After that the run is skipped, and the next one sends its step."
        />
        <UnconfirmedField />
        <SeriesFields failuresMax={PAUSE_AFTER_FAILURES_MAX} />
      </div>
    </details>
  )
}
