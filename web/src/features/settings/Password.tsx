import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { errorWords } from '../../api/errors.ts'
import { session } from '../../api/session/current.ts'
import { IdentityError } from '../../api/session/identity.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useUnsavedGuard } from '../../app/navigation/useUnsavedGuard.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast/store.ts'
import { newPasswordField, passwordField } from '../identity/fields.ts'
import { useLostAnswer } from '../identity/useLostAnswer.ts'
import { usePasswordMinLength } from '../identity/usePasswordMinLength.ts'
import { Section } from './Section.tsx'

type Form = { current: string; next: string }

/** Another password; whoever else is signed in as this person has to know it then. */
export function Password() {
  const minLength = usePasswordMinLength()
  const { email } = useUser()
  const form = useForm<Form>({
    resolver: zodResolver(z.object({ current: passwordField, next: newPasswordField(minLength) })),
    defaultValues: { current: '', next: '' },
  })
  const { errors, isSubmitting, dirtyFields } = form.formState
  const askOrFind = useLostAnswer()
  // The current one is often filled in by the browser, which is nothing to lose.
  const guard = useUnsavedGuard(dirtyFields.next === true)

  async function change(values: Form) {
    try {
      const { identity } = session
      await askOrFind(
        () => identity.changePassword(values),
        async () => void (await identity.signIn({ email: email ?? '', password: values.next })),
      )
      form.reset()
      toast({
        title: 'Password changed',
        description: 'You are signed out everywhere else.',
      })
    } catch (error) {
      tell(error)
    }
  }

  function tell(error: unknown) {
    if (!(error instanceof IdentityError)) {
      return form.setError('root', { message: errorWords(error) })
    }
    const focus = { shouldFocus: true }
    switch (error.problem) {
      case 'credentials':
        return form.setError('current', { message: 'This is not your current password.' }, focus)
      case 'password_refused':
        return form.setError('next', { message: error.message }, focus)
      default:
        return form.setError('root', { message: error.message })
    }
  }

  return (
    <Section id="password" note="Changing it ends your sessions on all other devices.">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void form.handleSubmit(change)(event)}
      >
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <div className="grid max-w-[820px] gap-5 sm:grid-cols-2">
          <Field label="Current password" error={errors.current?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register('current')}
                autoComplete="current-password"
              />
            )}
          </Field>
          <Field
            label="New password"
            error={errors.next?.message}
            hint={`At least ${minLength} characters.`}
          >
            {(control) => (
              <PasswordInput {...control} {...form.register('next')} autoComplete="new-password" />
            )}
          </Field>
        </div>
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        <div>
          <Button type="submit" loading={isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
      {guard.dialog()}
    </Section>
  )
}
