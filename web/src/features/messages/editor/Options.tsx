import { CATCH_UP_DEFAULT_MINUTES, PAUSE_AFTER_FAILURES_MAX } from '@carillon/contract/messages'
import { useFormContext } from 'react-hook-form'
import { Card } from '../../../ui/Card.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import type { MessageForm } from '../form.ts'

/** What most messages leave as it is. */
export function Options() {
  const { register, formState, watch } = useFormContext<MessageForm>()
  const usual = formState.defaultValues?.catchUpMinutes ?? CATCH_UP_DEFAULT_MINUTES
  const { errors } = formState
  return (
    <Card>
      <details>
        <summary className="rounded-lg px-4 py-3 text-sm font-medium md:px-5">More options</summary>
        <div className="grid gap-5 border-t border-line p-4 md:p-5">
          <div className="grid gap-3">
            <Checkbox
              label="Send without a sound"
              note="Members see it, but their phones stay quiet."
              {...register('silent')}
            />
            <Checkbox
              label="Protect the content"
              note="Members cannot forward or save it."
              {...register('protect')}
            />
            <Checkbox label="Show a preview of the first link" {...register('linkPreview')} />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="If it can’t go out on time"
              error={errors.catchUpMinutes?.message}
              hint="After that it is not sent, and you are asked."
            >
              {(control) => (
                <Select {...control} {...register('catchUpMinutes', { valueAsNumber: true })}>
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
              error={errors.onUnconfirmed?.message}
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
            {watch('when') === 'repeat' && <SeriesOptions />}
          </div>
        </div>
      </details>
    </Card>
  )
}

/** What only a series has. */
function SeriesOptions() {
  const { register, formState } = useFormContext<MessageForm>()
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
            max={PAUSE_AFTER_FAILURES_MAX}
            data-figures
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
