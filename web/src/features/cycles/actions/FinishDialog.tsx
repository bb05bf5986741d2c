import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

type FinishDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onFinish: () => Promise<void>
  busy: boolean
}

/** Asks before a cycle ends, because its place in the round is lost. */
export function FinishDialog({ open, onOpenChange, onFinish, busy }: FinishDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Finish this cycle?"
      description="Nothing more is sent. What is being sent goes through, and its history stays."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            loading={busy}
            onClick={() => void onFinish().then(() => onOpenChange(false))}
          >
            Finish
          </Button>
        </>
      }
    />
  )
}
