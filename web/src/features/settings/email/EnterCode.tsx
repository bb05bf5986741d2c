import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { logError } from '../../../api/log.ts'
import { session } from '../../../api/session/current.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { CodeField } from '../../identity/CodeField.tsx'
import { codeField } from '../../identity/fields.ts'
import { ResendLine } from '../../identity/ResendLine.tsx'
import { useLostAnswer } from '../../identity/useLostAnswer.ts'
import type { AskedChange } from './Email.tsx'
import { showIdentityProblem } from './problems.ts'

const Typed = z.object({ code: codeField })
type Typed = z.infer<typeof Typed>

/** Takes the code that was sent to the new address. */
export function EnterCode({ asked, onEnd }: { asked: AskedChange; onEnd: () => void }) {
  const { email, password } = asked
  const form = useForm<Typed>({ resolver: zodResolver(Typed), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const askOrFind = useLostAnswer()

  async function change({ code }: Typed) {
    try {
      await askOrFind(
        () => session.identity.changeEmail({ email, code }),
        async () => {
          await session.refresh()
          const state = session.state()
          const present = state.status === 'signed-in' && state.user.email
          if (present !== email.toLowerCase()) throw new Error('The address is the former one.')
        },
      )
    } catch (error) {
      return showIdentityProblem(form, error, ['code'])
    }
    toast({ title: 'E-mail changed', description: `You sign in with ${email} from now on.` })
    onEnd()
    session.refresh().catch((error: unknown) => logError('The profile could not be read.', error))
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit(change)(event)}
    >
      <p className="text-muted">
        We sent a code to <strong className="font-medium text-ink">{email}</strong>. Your address
        stays as it is until you enter it.
      </p>
      <div className="max-w-72">
        <CodeField
          {...form.register('code')}
          error={errors.code?.message}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form before it is gone, except after a reload.
          autoFocus={password !== undefined}
        />
      </div>
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Change e-mail
        </Button>
        <Button variant="plain" onClick={onEnd}>
          Cancel
        </Button>
        {password !== undefined && (
          <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <ResendLine send={() => session.identity.requestEmailChange({ email, password })} />
          </span>
        )}
      </div>
    </form>
  )
}
