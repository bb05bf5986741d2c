import type { Cycle, SimulatedSlot } from '@carillon/contract/cycles'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { shortTime } from '../../../ui/time/words.ts'
import { useRowFocus } from '../../../ui/useRowFocus.ts'
import { RunDialog, type RunChange } from '../../series/RunDialog.tsx'
import { actWords, type RunAct, runItems } from '../../series/runItems.ts'
import { InsteadOfStepNote } from './InsteadOfStepNote.tsx'
import { useChangeCycleRun } from './useChangeCycleRun.ts'

/** What can be done with one run to come of a cycle: skip it, move it, have it say something else. */
export function SlotMenu({ cycle, slot }: { cycle: Cycle; slot: SimulatedSlot }) {
  const { timeZone } = useUser()
  const now = useNow()
  const { change, busy } = useChangeCycleRun(cycle)
  const [dialog, setDialog] = useState<RunChange>()
  const inRow = useRowFocus<HTMLSpanElement>()
  const { slotAt, at, local, steps: places } = slot
  const own = cycle.exceptions.find((one) => one.slotAt === slotAt)
  const changed = own?.content ? 'content' : own?.moveTo ? 'moved' : undefined

  function act(what: RunAct) {
    if (what === 'skip') void change(slotAt, { skip: true }, actWords.skip)
    else if (what === 'restore') void change(slotAt, { restore: true }, actWords.restore)
    else setDialog(what)
  }
  function runContent() {
    const content = own?.content ?? cycle.steps[places[0] ?? -1]?.content
    return content && { content, groupIds: cycle.groupIds }
  }

  return (
    <span ref={inRow} className="-my-1 flex items-center gap-1">
      {changed && (
        <span className="text-xs font-medium text-info">
          {changed === 'moved' ? 'moved' : 'own text'}
        </span>
      )}
      <Menu
        trigger={
          <Button
            size="sm"
            variant="plain"
            icon
            loading={busy}
            aria-label={`Run of ${shortTime(at, timeZone, now)}`}
          >
            <Ellipsis size={16} aria-hidden />
          </Button>
        }
        items={runItems(changed, act, { ends: false })}
      />
      {dialog && (
        <RunDialog
          series={{
            id: cycle.id,
            timeZone: cycle.schedule?.timeZone ?? timeZone,
            change,
            busy,
            runContent,
            rewordNote: <InsteadOfStepNote cycle={cycle} step={stepOf(slot)} />,
          }}
          run={{ slotAt, local }}
          change={dialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </span>
  )
}

/** The number of the step that a run sends; undefined of several, and of a run with its own text. */
const stepOf = ({ steps: [place = null], stepCount }: SimulatedSlot) =>
  stepCount === 1 && place !== null ? place + 1 : undefined
