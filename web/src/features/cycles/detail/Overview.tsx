import type { Cycle } from '@carillon/contract/cycles'
import { SendHorizontal, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { inLocale } from '../../../ui/time/inLocale.ts'
import { capital, count } from '../../../ui/words.ts'
import { GroupsOf } from '../../messages/list/GroupsOf.tsx'
import { isSending } from '../../messages/words.ts'
import { SendNextDialog } from '../actions/SendNextDialog.tsx'
import { useCycleActions } from '../actions/useCycleActions.tsx'
import { Next } from '../list/CycleCard.tsx'
import { StepStrip } from '../list/StepStrip.tsx'
import { isStuck, modeWords, noSkipReason, placeWords, rotationWords } from '../words.ts'

/** The state of a cycle, updated live: the run that is being sent, or the next one. */
export function Overview({ cycle }: { cycle: Cycle }) {
  const { occurrence, words, progress, order, mode, status } = cycle
  const isOver = status === 'finished'
  return (
    <Card aria-label="Where it stands" className="grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1" style={{ flexBasis: '16rem' }}>
          {occurrence && isSending(cycle) ? (
            <Sending total={occurrence.total} done={occurrence.total - occurrence.pending} />
          ) : (
            <Next cycle={cycle} />
          )}
        </div>
        {(status === 'active' || status === 'paused') && <Controls cycle={cycle} />}
      </div>
      <div className="grid gap-1.5">
        <StepStrip cycle={cycle} />
        <p className="text-sm text-muted tabular-nums">
          {placeWords(cycle)}
          {!isOver && progress.sends > 0 && ` · ${count(progress.sends, 'turn')} so far`}
        </p>
      </div>
      <p className="grid gap-0.5 text-sm text-muted">
        <span>{words ? inLocale(capital(words)) : 'No timetable yet'}</span>
        <span>
          {rotationWords(order, cycle.ends)}. {modeWords[mode].label}.
        </span>
        <GroupsOf {...cycle} />
      </p>
    </Card>
  )
}

function Sending({ done, total }: { done: number; total: number }) {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-lg font-semibold tabular-nums">
        Sending {done} of {total}
      </p>
      <Progress label="Sending" value={done / total} />
    </div>
  )
}

function Controls({ cycle }: { cycle: Cycle }) {
  const { send, skip, busy } = useCycleActions(cycle)
  const [asking, ask] = useState(false)
  const reason = isStuck(cycle) ? 'No step can come.' : undefined
  return (
    <div className="flex flex-wrap gap-2">
      <ReasonedButton
        reason={noSkipReason(cycle)}
        loading={busy}
        // The second press of a double click is no second wish.
        onClick={({ detail }) => void (detail < 2 && skip())}
      >
        <SkipForward size={16} aria-hidden /> Skip next
      </ReasonedButton>
      <ReasonedButton reason={reason} onClick={() => ask(true)}>
        <SendHorizontal size={16} aria-hidden /> Send next now…
      </ReasonedButton>
      <SendNextDialog cycle={cycle} open={asking} onOpenChange={ask} onSend={send} busy={busy} />
    </div>
  )
}
