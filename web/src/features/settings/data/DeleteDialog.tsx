import { deleteMe } from '@carillon/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { useSignOut } from '../../../app/useSignOut.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'

const FORM = 'delete-account'

/** What an account without an address is deleted by. */
const WORD = 'delete'

/** Asks for the own e-mail address before everything is deleted. */
export function DeleteDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { email, tier } = useUser()
  const key = email ?? WORD
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const signOut = useSignOut()
  const remove = useMutation({ mutationFn: () => call(deleteMe), onSuccess: signOut })

  const change = (next: boolean) => {
    if (remove.isPending) return
    setTyped('')
    setWrong(false)
    remove.reset()
    onOpenChange(next)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim().toLowerCase() === key.toLowerCase()) remove.mutate()
    else setWrong(true)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Delete your account?"
      description="Your profile, connections, groups, messages and their history are deleted at once. What is scheduled will not be sent. What was already sent stays in the groups. This cannot be undone."
      actions={
        <>
          <Button onClick={() => change(false)}>Keep my account</Button>
          <Button type="submit" form={FORM} variant="danger" loading={remove.isPending}>
            Delete account
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="grid gap-4" onSubmit={submit}>
        {tier === 'pro' && <p className="text-muted">Your Pro subscription ends with it.</p>}
        <Field
          label={`Type ${key} to confirm`}
          error={wrong ? `Type ${key} exactly as it stands above.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(false)
              }}
            />
          )}
        </Field>
        {remove.isError && <Banner tone="danger">{errorWords(remove.error)}</Banner>}
      </form>
    </Dialog>
  )
}
