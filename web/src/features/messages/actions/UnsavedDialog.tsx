import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** An action that was chosen while the form has unsaved changes. */
export type Waiting = { title: string; button: string; go: () => void }

type UnsavedDialogProps = {
  waiting: Waiting | undefined
  onStay: () => void
  onGo: () => void
}

/** Asks before an action uses the saved message, without the unsaved changes. */
export function UnsavedDialog({ waiting, onStay, onGo }: UnsavedDialogProps) {
  return (
    <Dialog
      open={waiting !== undefined}
      onOpenChange={(open) => !open && onStay()}
      title={waiting?.title ?? ''}
      description="What you changed on this page is not saved. It will be lost; to keep it, stay and save it first."
      actions={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button variant="danger" onClick={onGo}>
            {waiting?.button}
          </Button>
        </>
      }
    />
  )
}
