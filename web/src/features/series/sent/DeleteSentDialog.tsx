import type { SentContents } from '@carillon/contract/deliveries'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { groups } from './words.ts'

type DeleteSentDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  sent: SentContents
  remove: () => Promise<unknown>
  busy: boolean
}

/** Asks before all that a run has sent is deleted, and says what cannot be. */
export function DeleteSentDialog(props: DeleteSentDialogProps) {
  const { open, onOpenChange, sent, remove, busy } = props
  const { count, deletable, reasons } = sent
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete it from all groups?"
      description={`It is deleted from ${groups(deletable)}${deletable < count ? ` of ${count}` : ''}, for all members. That cannot be undone.`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button
            variant="danger"
            loading={busy}
            onClick={() =>
              void remove().then(
                () => onOpenChange(false),
                () => {},
              )
            }
          >
            Delete from {groups(deletable)}
          </Button>
        </>
      }
    >
      {reasons.length > 0 && (
        <ul className="grid gap-1.5 text-sm text-muted">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
