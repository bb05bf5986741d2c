import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { session } from '../../api/session/current.ts'
import { IdentityError } from '../../api/session/identity.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast/store.ts'
import { CodeField } from './CodeField.tsx'
import { codeField, emailField, newPasswordField, showProblem } from './fields.ts'
import { IdentityForm, linkClasses } from './IdentityForm.tsx'
import { ResendLine } from './ResendLine.tsx'
import { useLostAnswer } from './useLostAnswer.ts'
import { usePasswordMinLength } from './usePasswordMinLength.ts'

const reset = (passwordMin: number) =>
  z.object({ email: emailField, code: codeField, password: newPasswordField(passwordMin) })
type Reset = z.infer<ReturnType<typeof reset>>

/** Sets a new password with the mailed code, and signs in with it. All other sessions end. */
export function Component() {
  const { state } = useLocation()
  const { identity } = session
  const passwordMin = usePasswordMinLength()
  const form = useForm<Reset>({
    resolver: zodResolver(reset(passwordMin)),
    defaultValues: { email: emailIn(state), code: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const askOrFind = useLostAnswer()

  async function setPassword(values: Reset) {
    try {
      const signIn = async () => void (await identity.signIn(values))
      await askOrFind(async () => {
        await identity.confirmReset(values)
        await signIn()
      }, signIn)
      toast({
        title: 'Password changed',
        description: 'You are signed in here, and signed out everywhere else.',
        lasting: true,
      })
    } catch (error) {
      showProblem(form, error, ['email', 'code', 'password'])
    }
  }

  async function sendAgain() {
    if (!(await form.trigger('email'))) throw new IdentityError('email_invalid')
    await identity.requestReset(form.getValues('email'))
  }

  return (
    <IdentityForm
      title="Set a new password"
      note="Enter the code from the e-mail and choose a new password. You are signed out everywhere else."
      action="Set password"
      busy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={(event) => void form.handleSubmit(setPassword)(event)}
      links={
        <>
          <ResendLine send={sendAgain} />
          <Link to={paths.login} className={linkClasses}>
            Back to sign in
          </Link>
        </>
      }
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <CodeField {...form.register('code')} error={errors.code?.message} />
      <Field
        label="New password"
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

/** The address that was entered one page before. */
function emailIn(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : ''
}
