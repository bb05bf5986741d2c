import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { session } from '../../../api/session/current.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { useUnsavedGuard } from '../../../app/navigation/useUnsavedGuard.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, PasswordInput } from '../../../ui/Input.tsx'
import { emailField, passwordField } from '../../identity/fields.ts'
import type { EmailChange } from './Email.tsx'
import { showIdentityProblem } from './problems.ts'

type AskForCodeProps = { onAsked: (asked: EmailChange) => void; onEnd: () => void }

/** Asks for the new address and the password, and has a code sent there. */
export function AskForCode({ onAsked, onEnd }: AskForCodeProps) {
  const { email: present } = useUser()
  const form = useForm<EmailChange>({
    resolver: zodResolver(asking(present)),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting, dirtyFields } = form.formState
  const guard = useUnsavedGuard(dirtyFields.email === true)

  async function send(values: EmailChange) {
    try {
      await session.identity.requestEmailChange(values)
      onAsked(values)
    } catch (error) {
      showIdentityProblem(form, error, ['email', 'password'])
    }
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="New e-mail" error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('email')}
              type="email"
              autoComplete="email"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- Its button was just pressed, and is gone.
              autoFocus
            />
          )}
        </Field>
        <Field label="Your password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('password')}
              autoComplete="current-password"
            />
          )}
        </Field>
      </div>
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Send code
        </Button>
        <Button variant="plain" onClick={onEnd}>
          Cancel
        </Button>
      </div>
      {guard.dialog()}
    </form>
  )
}

const asking = (present: string | null) =>
  z.object({
    email: emailField.check(
      z.refine((typed) => typed.toLowerCase() !== present, 'This is your address already.'),
    ),
    password: passwordField,
  })
