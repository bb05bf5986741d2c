import type { MessageSummary } from '@carillon/contract/messages'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useUser } from '../../../api/session/useSession.ts'
import {
  NO_GROUP_REACHED,
  reachedWords,
  unreachableWords,
  useMutedCount,
  useUnreachable,
} from '../../connections/Unreachable.tsx'
import { quietWords } from '../../groups/delayWords.ts'
import { type Send, sendUntilAnswered } from './sendUntilAnswered.ts'

type SendNowDialogProps = {
  message: MessageSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (how: { anyway: boolean; send: Send }) => Promise<void>
  busy: boolean
}

/** Asks before something is sent, because sending cannot be undone. */
export function SendNowDialog({ message, open, onOpenChange, onSend, busy }: SendNowDialogProps) {
  const { timeZone } = useUser()
  const { quietNow, groupIds, groupCount } = message
  const lost = useUnreachable(groupIds)
  const muted = useMutedCount(groupIds)
  const missing = lost.length + muted
  const whom = reachedWords(groupCount, missing)
  const present = message.occurrence?.id
  const [seen, setSeen] = useState(present)
  if (!open && seen !== present) setSeen(present)
  // Another device has sent it, or its time has come, while this one asks.
  const isSentSince = open && !busy && seen !== present
  const send = (anyway: boolean) =>
    void onSend({ anyway, send: sendUntilAnswered }).then(() => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send it now?"
      description={[
        isSentSince && 'It was sent just now. This sends it once more.',
        quietNow
          ? quietWords(quietNow, timeZone)
          : `It goes to ${whom} at once${instead(message)}.`,
        !quietNow && unreachableWords(lost),
        !quietNow &&
          muted > 0 &&
          `${muted} muted ${muted === 1 ? 'group gets' : 'groups get'} nothing.`,
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          {quietNow && (
            <Button loading={busy} onClick={() => send(true)}>
              Send anyway
            </Button>
          )}
          <ReasonedButton
            variant="primary"
            reason={missing === groupCount ? NO_GROUP_REACHED : undefined}
            loading={busy}
            onClick={() => send(false)}
          >
            {quietNow ? 'Keep to quiet hours' : 'Send now'}
          </ReasonedButton>
        </>
      }
    />
  )
}

function instead({ kind, nextAt }: MessageSummary): string {
  if (!nextAt) return ''
  return kind === 'automated' ? ', besides the times of its rule' : ' instead of at its time'
}
