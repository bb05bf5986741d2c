import type { MessageSummary } from '@carillon/contract/messages'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { count } from '../../groups/words.ts'

type SendNowDialogProps = {
  message: MessageSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: () => Promise<void>
  busy: boolean
}

/** Asks before something is sent: nobody can take that back. */
export function SendNowDialog({ message, open, onOpenChange, onSend, busy }: SendNowDialogProps) {
  const send = () => void onSend().then(() => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send it now?"
      description={`It goes to ${count(message.groupCount, 'group')} at once${instead(message)}.`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Not now</Button>
          <Button variant="primary" loading={busy} onClick={send}>
            Send now
          </Button>
        </>
      }
    />
  )
}

function instead({ kind, nextAt }: MessageSummary): string {
  if (!nextAt) return ''
  return kind === 'automated' ? ', besides the times of its rule' : ' instead of at its time'
}
