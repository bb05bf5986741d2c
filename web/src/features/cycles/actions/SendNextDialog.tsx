import type { CycleSummary, SendNextStep } from '@carillon/contract/cycles'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { NO_GROUP_REACHED, Unreachable, useUnreachable } from '../../connections/Unreachable.tsx'
import { GroupsOf } from '../../messages/list/GroupsOf.tsx'
import { drawnWords } from '../../compose/content/drawnWords.ts'
import { sendNextWords, textOf } from '../words.ts'

type SendNextDialogProps = {
  cycle: CycleSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: (seen: SendNextStep) => Promise<void>
  busy: boolean
}

/** Asks before the next steps are sent, because sending cannot be undone. Shows their texts and the groups. */
export function SendNextDialog({ cycle, open, onOpenChange, onSend, busy }: SendNextDialogProps) {
  const { mode, groupCount, progress, sendNext, status, rev } = cycle
  const lost = useUnreachable(cycle.groupIds)
  // With places of their own, the groups get steps that are not named here.
  const seen = {
    rev,
    sends: progress.sends,
    ...(mode === 'own_place' ? {} : { steps: sendNext.map(({ stepId }) => stepId) }),
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send the next step now?"
      description={sendNextWords(cycle, lost.length)}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <ReasonedButton
            variant="primary"
            reason={lost.length === groupCount ? NO_GROUP_REACHED : undefined}
            loading={busy}
            onClick={() => void onSend(seen).then(() => onOpenChange(false))}
          >
            Send now
          </ReasonedButton>
        </>
      }
    >
      <div className="grid gap-2">
        {mode !== 'own_place' &&
          sendNext.map(({ stepId, text, texts }) => {
            const drawn = drawnWords({ texts })
            return (
              <div key={stepId}>
                <p dir="auto" className="line-clamp-2 font-medium">
                  {textOf(text)}
                </p>
                {drawn && (
                  <p className="text-sm text-muted">
                    This is {drawn}: which is sent is drawn at random.
                  </p>
                )}
              </div>
            )
          })}
        <GroupsOf {...cycle} />
        <Unreachable among={cycle.groupIds} />
        {status === 'paused' && <p className="text-sm text-muted">The cycle stays paused.</p>}
      </div>
    </Dialog>
  )
}
