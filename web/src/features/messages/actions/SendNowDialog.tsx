import type { MessageSummary } from '@carillon/contract/messages'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { count } from '../../../ui/words.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { unreachableWords, useUnreachable } from '../../groups/Unreachable.tsx'
import { quietWords } from '../../groups/words.ts'
import { type Send, sendPatiently } from './sendPatiently.ts'

type SendNowDialogProps = {
  message: MessageSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (how: { anyway: boolean; send: Send }) => Promise<void>
  busy: boolean
}

/** Asks before something is sent: nobody can take that back. */
export function SendNowDialog({ message, open, onOpenChange, onSend, busy }: SendNowDialogProps) {
  const { timeZone } = useUser()
  const { quietNow, groupIds, groupCount } = message
  const lost = useUnreachable(groupIds)
  const groups = count(groupCount, 'group')
  const whom = lost.length > 0 ? `${groupCount - lost.length} of ${groups}` : groups
  const send = (anyway: boolean) =>
    void onSend({ anyway, send: sendPatiently }).then(() => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send it now?"
      description={
        quietNow
          ? quietWords(quietNow, timeZone)
          : `It goes to ${whom} at once${instead(message)}. ${unreachableWords(lost)}`.trim()
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
