import type { MessageSummary } from '@carillon/contract/messages'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useUser } from '../../../api/session/useSession.ts'
import { count, quietWords } from '../../groups/words.ts'

type SendNowDialogProps = {
  message: MessageSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (how: { anyway: boolean }) => Promise<void>
  busy: boolean
}

/** Asks before something is sent: nobody can take that back. */
export function SendNowDialog({ message, open, onOpenChange, onSend, busy }: SendNowDialogProps) {
  const { timeZone } = useUser()
  const { quietNow } = message
  const send = (anyway: boolean) => void onSend({ anyway }).then(() => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send it now?"
      description={
        quietNow
          ? quietWords(quietNow, timeZone)
          : `It goes to ${count(message.groupCount, 'group')} at once${instead(message)}.`
      }
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          {quietNow && (
            <Button loading={busy} onClick={() => send(true)}>
              Send anyway
            </Button>
          )}
          <Button variant="primary" loading={busy} onClick={() => send(false)}>
            {quietNow ? 'Keep to quiet hours' : 'Send now'}
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
