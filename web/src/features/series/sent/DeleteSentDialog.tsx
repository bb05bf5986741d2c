import type { SentContents } from '@carillon/contract/deliveries'
import { Button } from '../../../ui/Button.tsx'
import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { countCopies, Others, runsOf } from './Others.tsx'
import { copiesWords, groups } from './words.ts'

type DeleteSentDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  sent: SentContents
  remove: (others: string[]) => Promise<unknown> | undefined
  busy: boolean
}

/** Asks before all that a run has sent is deleted, and says what cannot be. */
export function DeleteSentDialog(props: DeleteSentDialogProps) {
  const { open, onOpenChange, sent, remove, busy } = props
  const { count, deletable, reasons } = sent
  const others = sent.others.map((one) => ({ ...one, copies: one.deletable }))
  const [also, setAlso] = useState(false)
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
              void remove(also ? runsOf(others) : [])?.then(
                () => onOpenChange(false),
                () => {},
              )
            }
          >
            {also
              ? `Delete ${copiesWords(deletable + countCopies(others))}`
              : `Delete from ${groups(deletable)}`}
          </Button>
        </>
      }
    >
      <Others others={others} chosen={also} onChoose={setAlso} />
      {reasons.length > 0 && (
        <ul className="mt-3 grid gap-1.5 text-sm text-muted">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
