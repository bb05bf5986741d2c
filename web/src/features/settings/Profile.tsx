import { zodResolver } from '@hookform/resolvers/zod'
import { DISPLAY_NAME_MAX } from '@carillon/contract/users'
import { type Control, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useUser } from '../../api/session/useSession.ts'
import { useUnsavedGuard } from '../../app/navigation/useUnsavedGuard.tsx'
import { showProblems } from '../../app/showProblems.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast/store.ts'
import { Photo } from './photo/Photo.tsx'
import { Section } from './Section.tsx'

import { useUpdateMe } from './useUpdateMe.ts'

const Form = z.object({
  displayName: z
    .string()
    .check(z.trim(), z.maxLength(DISPLAY_NAME_MAX, 'Use at most 60 characters.')),
})
type Form = z.infer<typeof Form>

/** Photo and name. What is typed stays when another tab changes the rest. */
export function Profile() {
  const { displayName = '' } = useUser()
  const form = useForm<Form>({
    resolver: zodResolver(Form),
    values: { displayName },
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  })
  const update = useUpdateMe()
  const { errors, isSubmitting, isDirty } = form.formState
  const guard = useUnsavedGuard(isDirty)

  // Otherwise a reset keeps typed values, because a change may come from another tab; here they are to be removed.
  const discard = () => form.reset({ displayName }, { keepDirtyValues: false, keepDirty: false })

  async function save(values: Form) {
    const typed = form.getValues()
    try {
      await update(values)
      // What was typed meanwhile stays, and is not saved yet; the rest is shown as it was saved.
      form.reset(values, { keepValues: true, keepDirtyValues: false, keepDirty: false })
      if (form.getValues('displayName') === typed.displayName) {
        form.setValue('displayName', values.displayName, { shouldDirty: true })
      }
      toast({ title: 'Profile saved' })
    } catch (error) {
      showProblems(form, error, (path) => (path === 'displayName' ? path : undefined))
    }
  }

  return (
    <Section id="profile" note="How you appear here. Group members never see it.">
      <Photo />
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <Field
          label="Name"
          className="max-w-[400px]"
          error={errors.displayName?.message}
          aside={<Count control={form.control} />}
        >
          {(control) => (
            <Input {...control} {...form.register('displayName')} autoComplete="name" />
          )}
        </Field>
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Save profile
          </Button>
          {isDirty && !isSubmitting && (
            <Button variant="plain" onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
      {guard.dialog()}
    </Section>
  )
}

/** How much of the name's room is used, once that is worth knowing. */
function Count({ control }: { control: Control<Form> }) {
  const { length } = useWatch({ control, name: 'displayName' }).trim()
  if (length < DISPLAY_NAME_MAX - 20) return null
  return (
    <span data-tabular className="text-sm text-muted">
      {length} of {DISPLAY_NAME_MAX}
    </span>
  )
}
