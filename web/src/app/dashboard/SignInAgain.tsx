import { useState, type SubmitEvent } from 'react'
import { session } from '../../api/session/current.ts'
import { IdentityError } from '../../api/session/identity.ts'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'

const FORM = 'sign-in-again'

/**
 * Covers the page when the session has ended. What was typed stays beneath until the person has signed in again, or
 * chooses to leave.
 */
export function SignInAgain() {
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; atPassword: boolean }>()

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!password) return setProblem({ text: 'Enter your password.', atPassword: true })
    setBusy(true)
    setProblem(undefined)
    try {
      const step = await session.identity.signIn({ email: email ?? '', password })
      if (step === 'verify-email') session.leave()
    } catch (error) {
      const known = error instanceof IdentityError
      setProblem({
        text: known ? error.message : errorWords(error),
        atPassword: known && error.field === 'password',
      })
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onOpenChange={() => {}}
      closable={false}
      title="Sign in again to go on"
      description="Your session has ended. This page stays as it is until you are back."
      actions={
        <>
          <Button onClick={session.leave}>Use another account</Button>
          <Button type="submit" form={FORM} variant="primary" loading={busy}>
            Sign in
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="grid gap-4" onSubmit={(event) => void signIn(event)}>
        <Field label="E-mail">
          {(control) => (
            <Input {...control} type="email" autoComplete="username" readOnly value={email ?? ''} />
          )}
        </Field>
        <Field label="Password" error={problem?.atPassword ? problem.text : undefined}>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              data-autofocus
            />
          )}
        </Field>
        {problem && !problem.atPassword && <Banner tone="danger">{problem.text}</Banner>}
      </form>
    </Dialog>
  )
}
