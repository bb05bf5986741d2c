import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

type CancelDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCancel: () => Promise<void>
  busy: boolean
}

/** Asks before a message is canceled, because a canceled message cannot be resumed. */
export function CancelDialog({ open, onOpenChange, onCancel, busy }: CancelDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this message?"
      description="It will not be sent. To use it again later, duplicate it."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button
            variant="danger"
            loading={busy}
            onClick={() => void onCancel().then(() => onOpenChange(false))}
          >
            Cancel the message
          </Button>
        </>
      }
    />
  )
}
