import type { CycleSummary } from '@carillon/contract/cycles'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import {
  NO_GROUP_REACHED,
  reachedWords,
  Unreachable,
  useUnreachable,
} from '../../connections/Unreachable.tsx'
import { GroupsOf } from '../../messages/list/GroupsOf.tsx'
import { drawnWords } from '../../compose/content/drawnWords.ts'
import { textOf } from '../words.ts'

type SendNextDialogProps = {
  cycle: CycleSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSend: () => Promise<void>
  busy: boolean
}

/** Asks before the next step is sent, because sending cannot be undone. Shows the text and the groups. */
export function SendNextDialog({ cycle, open, onOpenChange, onSend, busy }: SendNextDialogProps) {
  const { mode, groupCount, stepCount, progress, nextRuns, status } = cycle
  const next = nextRuns[0]?.parts[0]
  const drawn = next && drawnWords(next)
  const step = progress.nextStep === null ? '' : `Step ${progress.nextStep + 1} of ${stepCount}`
  const lost = useUnreachable(cycle.groupIds)
  const groups = reachedWords(groupCount, lost)
  const where = mode === 'one_group' ? 'the group whose turn it is' : groups
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send the next step now?"
      description={
        mode === 'own_place'
          ? `Each of ${groups} gets its own next step at once.`
          : `${step || 'The next step'} goes to ${where} at once.`
      }
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <ReasonedButton
            variant="primary"
            reason={lost.length === groupCount ? NO_GROUP_REACHED : undefined}
            loading={busy}
            onClick={() => void onSend().then(() => onOpenChange(false))}
          >
            Send now
          </ReasonedButton>
        </>
      }
    >
      <div className="grid gap-2">
        {next?.text && mode !== 'own_place' && (
          <div>
            <p dir="auto" className="line-clamp-2 font-medium">
              {textOf(next.text)}
            </p>
            {drawn && (
              <p className="text-sm text-muted">
                This is {drawn}: which is sent is drawn at random.
              </p>
            )}
          </div>
        )}
        <GroupsOf {...cycle} />
        <Unreachable among={cycle.groupIds} />
        {status === 'paused' && <p className="text-sm text-muted">The cycle stays paused.</p>}
      </div>
    </Dialog>
  )
}
