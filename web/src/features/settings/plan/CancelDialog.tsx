import { tierLimits } from '@carillon/contract/tiers'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { count } from '../../groups/words.ts'

type CancelDialogProps = {
  open: boolean
  busy: boolean
  onOpenChange: (open: boolean) => void
  onCancel: () => void
}

const { maxGroups, maxCycles } = tierLimits.free

/** Asks before a subscription is cancelled, and names what goes with it and when. */
export function CancelDialog({ open, busy, onOpenChange, onCancel }: CancelDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      title="Cancel your subscription?"
      description="Pro stays until the end of the time you have paid for. After that you are on Free:"
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep Pro</Button>
          <Button variant="danger" loading={busy} onClick={onCancel}>
            Cancel subscription
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        <li>
          {count(maxGroups ?? 0, 'group')} and {count(maxCycles ?? 0, 'cycle')}. What is above that
          is paused, not deleted, and goes on when you upgrade again.
        </li>
        <li>No WhatsApp: nothing is sent to its groups.</li>
        <li>No priority support.</li>
      </ul>
    </Dialog>
  )
}
