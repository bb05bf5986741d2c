import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { insteadWords, type Counted } from './words.ts'

type UseInsteadDialogProps = Counted & {
  name: string
  onClose: () => void
  onUse: () => Promise<unknown>
  busy: boolean
}

/** Asks before a suspended group or cycle is used again, and says what is suspended instead. */
export function UseInsteadDialog(props: UseInsteadDialogProps) {
  const { name, onClose, onUse, busy } = props
  // The answer changes the data, and must not change the question.
  const [words] = useState(() => insteadWords(props))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Use “${name}” instead?`}
      description={words}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} onClick={() => void onUse().then(onClose)}>
            Use this one
          </Button>
        </>
      }
    />
  )
}
