import { useFormContext } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field, Problem } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { deletionChoices, type FollowUpFields } from './followUps.ts'

type FollowUpOptionsProps = {
  /** Where the fields stand in the form, such as `steps.2.`. */
  at?: string
  /** Whether the copy before can be replaced here; a cycle says so for all of its steps. */
  replaces?: boolean
  /** Whether there is a copy before: one that is sent once has none. */
  repeats?: boolean
}

/** What is done with a message after it was sent. */
export function FollowUpOptions({
  at = '',
  replaces = false,
  repeats = true,
}: FollowUpOptionsProps) {
  const { register, watch, getFieldState, formState } = useFormContext()
  const name = (field: keyof FollowUpFields) => `${at}${field}`
  const errorOf = (field: keyof FollowUpFields) =>
    getFieldState(name(field), formState).error?.message
  const pin = watch(name('pin')) as FollowUpFields['pin']
  const deleteAfter = watch(name('deleteAfterMinutes')) as number
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid content-start gap-3">
        <Field label="Pin it in the group" error={errorOf('pin')}>
          {(control) => (
            <Select {...control} {...register(name('pin'))}>
              <option value="off">Do not pin</option>
              <option value="silent">Pin without notifying</option>
              <option value="notify">Pin and notify members</option>
            </Select>
          )}
        </Field>
        {pin !== 'off' && repeats && (
          <Checkbox label="Unpin the one before" {...register(name('unpinPrevious'))} />
        )}
      </div>
      <Field
        label="Delete it again"
        error={errorOf('deleteAfterMinutes')}
        hint="Counted from when each group got it."
      >
        {(control) => (
          <Select {...control} {...register(name('deleteAfterMinutes'), { valueAsNumber: true })}>
            {deletionChoices(deleteAfter).map(([minutes, words]) => (
              <option key={minutes} value={minutes}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {replaces && repeats && (
        <div className="grid gap-1.5 sm:col-span-2">
          <Checkbox
            label="Replace the previous one"
            note="Once this one is sent, the copy before is deleted in each group. Telegram lets bots delete for 48 hours, and later as admins."
            {...register(name('replacePrevious'))}
          />
          {errorOf('replacePrevious') && <Problem>{errorOf('replacePrevious')}</Problem>}
        </div>
      )}
    </div>
  )
}
