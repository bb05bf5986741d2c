import { zodResolver } from '@hookform/resolvers/zod'
import { getPromised } from '@carillon/contract/deliveries'
import { ACCOUNT_DELETED, deleteMe } from '@carillon/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/errors.ts'
import { makeCall } from '../../../api/makeCall.ts'
import { session } from '../../../api/session/current.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { useConfig } from '../../../api/useConfig.ts'
import { browserHistory } from '../../../app/navigation/browserHistory.ts'
import { askUntilAnswered } from '../../../app/retries.ts'
import { showProblems } from '../../../app/showProblems.ts'
import { useSignOut } from '../../../app/useSignOut.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, PasswordInput } from '../../../ui/Input.tsx'

const FORM = 'delete-account'

/** What an account without an address is deleted by. */
const WORD = 'delete'

type Form = { typed: string; password: string }

/** Asks for the own e-mail address and the password before everything is deleted. */
export function DeleteDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { email, subscription } = useUser()
  const key = email ?? WORD
  // A hosted service keeps the password to itself; the server asks for a fresh sign-in then.
  const { issuer = 'embedded' } = useConfig().data?.identity ?? {}
  const hosted = issuer !== 'embedded'
  const signOut = useSignOut()
  const promised = useQuery({
    queryKey: ['deliveries', 'promised'],
    queryFn: ({ signal }) => call(getPromised, {}, { signal }),
    enabled: open,
  })
  const deletions = promised.data?.deletions ?? 0
  const form = useForm<Form>({
    resolver: zodResolver(confirmation(key, hosted)),
    defaultValues: { typed: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors } = form.formState
  const remove = useMutation({
    mutationFn: async ({ password }: Form) => {
      const deleteAccount = await openDeletion(hosted ? {} : { password })
      await askUntilAnswered(deleteAccount)
    },
    onSuccess: () => {
      browserHistory.letGo()
      signOut({
        title: 'Account deleted',
        text: 'All that was in it is gone, and nothing more is sent.',
      })
    },
    onError: (error) =>
      showProblems(form, error, (path) => (path === 'password' ? path : undefined)),
  })

  const change = (next: boolean) => {
    if (remove.isPending) return
    form.reset()
    remove.reset()
    onOpenChange(next)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Delete your account?"
      description="Your profile, bots and numbers, groups, messages, files and their history are deleted at once. What is scheduled will not be sent. What was already sent stays in the groups. This cannot be undone."
      actions={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" form={FORM} variant="danger" loading={remove.isPending}>
            Delete account
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => remove.mutate(values))(event)}
      >
        {subscription && (
          <p className="text-muted">
            Your subscription ends with it at once; nothing more is charged.
          </p>
        )}
        {deletions > 0 && (
          <p className="text-muted">
            {deletions === 1 ? 'One message' : `${deletions.toLocaleString('en')} messages`} that{' '}
            {deletions === 1 ? 'is' : 'are'} still to be deleted from groups will stay there.
          </p>
        )}
        <Field label={`Type ${key} to confirm`} error={errors.typed?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('typed')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        {!hosted && (
          <Field label="Your password" error={errors.password?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register('password')}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}

/**
 * Returns the function that deletes the account, or finds out that it was deleted before and that answer was lost. The
 * session ends with the account, so each try has the token of the first one.
 */
async function openDeletion(body: { password?: string }) {
  const token = await session.getToken()
  const call = makeCall({ getToken: async () => token })
  return () =>
    call(deleteMe, { body }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === ACCOUNT_DELETED)) throw error
    })
}

const confirmation = (key: string, hosted: boolean) =>
  z.object({
    typed: z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim().toLowerCase() === key.toLowerCase(),
          `Type ${key} exactly as it stands above.`,
        ),
      ),
    password: hosted
      ? z.string()
      : z.string().check(z.minLength(1, 'Enter your password to delete your account.')),
  })
