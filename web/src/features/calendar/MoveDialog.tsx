import type { Send } from '@carillon/contract/calendar'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { useUser } from '../../api/session/useSession.ts'
import { typedWords, wallTime } from '../../ui/time/words.ts'
import { checkToCome, localInput } from '../schedule/when.ts'
import { sendKey, sendTitle } from './sends.ts'

type MoveDialogProps = {
  /** The send to be moved; undefined while the dialog is closed. */
  send: Send | undefined
  onClose: () => void
  onMove: (send: Send, local: string) => Promise<boolean>
}

/** A dialog that gives a send another time. */
export function MoveDialog({ send, onClose, onMove }: MoveDialogProps) {
  const [last, setLast] = useState(send)
  if (send && send !== last) setLast(send)
  const shown = send ?? last
  return (
    shown && (
      <Open
        key={sendKey(shown)}
        send={shown}
        open={send !== undefined}
        onClose={onClose}
        onMove={onMove}
      />
    )
  )
}

type OpenProps = MoveDialogProps & { send: Send; open: boolean }

type Values = { local: string }

function Open({ send, open, onClose, onMove }: OpenProps) {
  const id = useId()
  const { timeZone } = useUser()
  const form = useForm<Values>({ defaultValues: { local: send.local } })
  const { register, control, handleSubmit, formState } = form
  const typed = useWatch({ control, name: 'local' })

  async function move({ local }: Values) {
    if (local === send.local || (await onMove(send, local))) onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Move this send"
      description={
        <>
          “{sendTitle(send)}” goes out on {wallTime(send.local)}.
          {send.kind === 'automated' && ' Only this one moves; its rule stays.'}
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={formState.isSubmitting}>
            Move
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void handleSubmit(move)(event)}>
        <Field
          label="New time"
          error={formState.errors.local?.message}
          hint={typedWords(typed, timeZone)}
        >
          {(control) => (
            <Input
              {...control}
              {...register('local', {
                ...localInput,
                validate: (local) => checkToCome(local, timeZone),
              })}
              type="datetime-local"
              data-tabular
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
