import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { session } from '../../api/session/current.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { emailField, showProblem } from './fields.ts'
import { IdentityForm, linkClasses } from './IdentityForm.tsx'

const Request = z.object({ email: emailField })
type Request = z.infer<typeof Request>

/** Asks for a one-time code to set a new password. The answer is the same for every address. */
export function Component() {
  const navigate = useNavigate()
  const form = useForm<Request>({ resolver: zodResolver(Request), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState

  async function send({ email }: Request) {
    try {
      await session.identity.requestReset(email)
      navigate(paths.passwordReset, { state: { email } })
    } catch (error) {
      showProblem(form, error, ['email'])
    }
  }

  return (
    <IdentityForm
      title="Forgot your password?"
      note="Enter your e-mail address. If it has an account, we send a code to it that lets you set a new password."
      action="Send the code"
      busy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={(event) => void form.handleSubmit(send)(event)}
      links={
        <>
          <p>
            Have a code?{' '}
            <Link to={paths.passwordReset} className={linkClasses}>
              Set a new password
            </Link>
          </p>
          <p>
            <Link to={paths.login} className={linkClasses}>
              Back to sign in
            </Link>
          </p>
        </>
      }
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="email" />
        )}
      </Field>
    </IdentityForm>
  )
}
