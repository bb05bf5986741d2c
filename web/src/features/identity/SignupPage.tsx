import { zodResolver } from '@hookform/resolvers/zod'
import { DISPLAY_NAME_MAX } from '@carillon/contract/users'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { session } from '../../api/session/current.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { useFirstField } from '../../app/useFirstField.ts'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { emailField, newPasswordField, showProblem } from './fields.ts'
import { IdentityForm, linkClasses } from './IdentityForm.tsx'
import { useNext } from './useNext.ts'
import { useLostAnswer } from './useLostAnswer.ts'
import { usePasswordMinLength } from './usePasswordMinLength.ts'
import { VerifyEmail } from './VerifyEmail.tsx'

const signup = (passwordMin: number) =>
  z.object({
    displayName: z
      .string()
      .check(z.trim(), z.maxLength(DISPLAY_NAME_MAX, 'Use at most 60 characters.')),
    email: emailField,
    password: newPasswordField(passwordMin),
  })
type Signup = z.infer<ReturnType<typeof signup>>

/** A new account; asks for the mailed code where the server wants addresses proved. */
export function Component() {
  const next = useNext()
  const passwordMin = usePasswordMinLength()
  const [unverified, setUnverified] = useState<Signup>()
  const form = useForm<Signup>({
    resolver: zodResolver(signup(passwordMin)),
    defaultValues: { displayName: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const askOrFind = useLostAnswer()
  useFirstField(() => form.setFocus('displayName'))

  async function signUp(values: Signup) {
    try {
      const step = await askOrFind(
        () => session.signUp(values),
        () => session.enterSignedUp(values),
      )
      if (step === 'verify-email') setUnverified(values)
    } catch (error) {
      showProblem(form, error, ['email', 'password'])
    }
  }

  if (unverified) return <VerifyEmail {...unverified} />
  return (
    <IdentityForm
      title="Create your account"
      action="Create account"
      busy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={(event) => void form.handleSubmit(signUp)(event)}
      links={
        <p>
          Have an account?{' '}
          <Link to={next(paths.login)} className={linkClasses}>
            Sign in
          </Link>
        </p>
      }
    >
      <Field label="Name" error={errors.displayName?.message} hint="Optional. Only you see it.">
        {(control) => <Input {...control} {...form.register('displayName')} autoComplete="name" />}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        // Said once: the error has the same words.
        hint={errors.password ? undefined : `At least ${passwordMin} characters.`}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />
        )}
      </Field>
    </IdentityForm>
  )
}
