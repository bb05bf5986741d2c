import type { Send } from '@carillon/contract/calendar'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { useUser } from '../../api/session/useSession.ts'
import { zoneCity } from '../../ui/time/words.ts'
import { instantOf } from '../messages/when.ts'
import { localWords } from '../schedule/words.ts'
import { sendKey, sendTitle } from './sends.ts'

type MoveDialogProps = {
  /** The send to be moved; nothing while none is. */
  send: Send | undefined
  onClose: () => void
  onMove: (send: Send, local: string) => Promise<boolean>
}

/** Another time for one send. */
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

function Open({ send, open, onClose, onMove }: OpenProps) {
  const { timeZone } = useUser()
  const [local, setLocal] = useState(send.local)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function move() {
    const named = instantOf(local, timeZone)
    if (!named) return setProblem('Choose a day and a time.')
    if (named.at.getTime() <= Date.now())
      return setProblem('This time has passed. Choose a later one.')
    if (local === send.local) return onClose()
    setBusy(true)
    const moved = await onMove(send, local)
    setBusy(false)
    if (moved) onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Move this send"
      description={
        <>
          “{sendTitle(send)}” goes out on {localWords(send.local)}.
          {send.kind === 'automated' && ' Only this one moves; its rule stays.'}
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button variant="primary" loading={busy} onClick={() => void move()}>
            Move
          </Button>
        </>
      }
    >
      <Field label="New time" error={problem} hint={`On the clock of ${zoneCity(timeZone)}.`}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            data-figures
            value={local}
            onChange={(event) => {
              setLocal(event.target.value.slice(0, 16))
              setProblem(undefined)
            }}
            onKeyDown={(event) => event.key === 'Enter' && void move()}
          />
        )}
      </Field>
    </Dialog>
  )
}
