import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { session } from '../../api/session/current.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { useFirstField } from '../../app/useFirstField.ts'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { emailField, passwordField, showProblem } from './fields.ts'
import { IdentityForm, linkClasses } from './IdentityForm.tsx'
import { useNext } from './useNext.ts'
import { VerifyEmail } from './VerifyEmail.tsx'

const Login = z.object({ email: emailField, password: passwordField })
type Login = z.infer<typeof Login>

/** Sign in with an e-mail address and a password. The guard leads on once somebody is signed in. */
export function Component() {
  const next = useNext()
  const [unverified, setUnverified] = useState<Login>()
  const form = useForm<Login>({
    resolver: zodResolver(Login),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  useFirstField(() => form.setFocus('email'))

  async function signIn(values: Login) {
    try {
      const step = await session.signIn(values)
      if (step === 'verify-email') setUnverified(values)
    } catch (error) {
      showProblem(form, error, ['email', 'password'])
    }
  }

  if (unverified) return <VerifyEmail {...unverified} />
  return (
    <IdentityForm
      title="Sign in"
      action="Sign in"
      busy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={(event) => void form.handleSubmit(signIn)(event)}
      links={
        <p>
          New here?{' '}
          <Link to={next(paths.signup)} className={linkClasses}>
            Create an account
          </Link>
        </p>
      }
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        aside={
          <Link to={next(paths.forgotPassword)} className={`text-sm ${linkClasses}`}>
            Forgot password?
          </Link>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
          />
        )}
      </Field>
    </IdentityForm>
  )
}
