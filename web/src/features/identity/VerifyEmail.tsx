import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { session } from '../../api/session/current.ts'
import { CodeField } from './CodeField.tsx'
import { codeField, showProblem } from './fields.ts'
import { IdentityForm } from './IdentityForm.tsx'
import { ResendLine } from './ResendLine.tsx'
import { useLostAnswer } from './useLostAnswer.ts'

const Verification = z.object({ code: codeField })
type Verification = z.infer<typeof Verification>

/** Proves an e-mail address by the code that was sent to it, and signs in. */
export function VerifyEmail({ email, password }: { email: string; password: string }) {
  const { identity } = session
  const form = useForm<Verification>({
    resolver: zodResolver(Verification),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const askOrFind = useLostAnswer()

  async function verify({ code }: Verification) {
    try {
      const signIn = () => identity.signIn({ email, password })
      await askOrFind(
        async () => {
          await identity.verifyEmail({ email, code })
          // Not every identity service signs in by itself after this.
          if (session.state().status === 'signed-out') await signIn()
        },
        async () => {
          if ((await signIn()) !== 'signed-in') throw new Error('The address is not confirmed.')
        },
      )
    } catch (error) {
      showProblem(form, error, ['code'])
    }
  }

  return (
    <IdentityForm
      title="Confirm your e-mail"
      note={
        <>
          We sent a code to <strong className="font-medium text-ink">{email}</strong>. Enter it to
          finish.
        </>
      }
      action="Confirm"
      busy={isSubmitting}
      problem={errors.root?.message}
      onSubmit={(event) => void form.handleSubmit(verify)(event)}
      links={<ResendLine send={() => identity.resendCode(email)} />}
    >
      <CodeField {...form.register('code')} error={errors.code?.message} />
    </IdentityForm>
  )
}
