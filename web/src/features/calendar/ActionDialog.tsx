import { plain } from '@carillon/contract/content/markup'
import type { Send } from '@carillon/contract/calendar'
import type { Cycle } from '@carillon/contract/cycles'
import { useUser } from '../../api/session/useSession.ts'
import { useCycle } from '../cycles/queries.ts'
import { InsteadOfStepNote } from '../cycles/runs/InsteadOfStepNote.tsx'
import { useChangeCycleRun } from '../cycles/runs/useChangeCycleRun.ts'
import { useMessage } from '../messages/queries.ts'
import MessageRunDialog from '../messages/runs/MessageRunDialog.tsx'
import { oneLineOf } from '../compose/content/line.ts'
import { toZone } from '../schedule/when.ts'
import { RunDialog } from '../series/RunDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import type { AskedChange } from './useSendActions.ts'

type ActionDialogProps = {
  asked: AskedChange | undefined
  onClose: () => void
  onMove: (send: AskedChange['send'], local: string) => Promise<boolean>
}

/** The dialog for a change in the calendar: the new time of a message, or the change of a single run. */
export function ActionDialog({ asked, onClose, onMove }: ActionDialogProps) {
  const run = asked && asked.send.kind !== 'scheduled' ? asked : undefined
  return (
    <>
      <MoveDialog send={run ? undefined : asked?.send} onClose={onClose} onMove={onMove} />
      {run?.send.source === 'message' && <MessageRunLoader asked={run} onClose={onClose} />}
      {run?.send.source === 'cycle' && <CycleRunLoader asked={run} onClose={onClose} />}
    </>
  )
}

/** Loads the message, then shows the same dialog as the list of messages. */
function MessageRunLoader({ asked, onClose }: { asked: AskedChange; onClose: () => void }) {
  const { send, change } = asked
  const { data: message } = useMessage(send.sourceId)
  const { timeZone } = useUser()
  if (!message?.schedule || !send.slotAt) return null
  const local = toZone(send.local, { from: timeZone, to: message.schedule.timeZone })
  const run = { slotAt: send.slotAt, local }
  return <MessageRunDialog message={message} run={run} change={change} onClose={onClose} />
}

/** The same for a run of a cycle. */
function CycleRunLoader({ asked, onClose }: { asked: AskedChange; onClose: () => void }) {
  const { data: cycle } = useCycle(asked.send.sourceId)
  return cycle ? <CycleRunDialog cycle={cycle} asked={asked} onClose={onClose} /> : null
}

function CycleRunDialog({ cycle, asked, onClose }: CycleRunDialogProps) {
  const { send, change } = asked
  const { timeZone: profileZone } = useUser()
  const runChange = useChangeCycleRun(cycle)
  const { slotAt, local } = send
  if (!slotAt) return null
  const timeZone = cycle.schedule?.timeZone ?? profileZone
  const own = cycle.exceptions.find((one) => one.slotAt === slotAt)?.content
  const step = own ? undefined : stepOf(cycle, send)
  const runContent = () => ({
    content: own ?? step?.content ?? NOTHING,
    groupIds: cycle.groupIds,
  })
  const isOnlyStep = cycle.stepsPerSlot === 1 && cycle.mode !== 'own_place'
  const number = isOnlyStep && step ? cycle.steps.indexOf(step) + 1 : undefined
  const rewordNote = <InsteadOfStepNote cycle={cycle} step={number} />
  return (
    <RunDialog
      series={{ id: cycle.id, timeZone, ...runChange, runContent, rewordNote }}
      run={{ slotAt, local: toZone(local, { from: profileZone, to: timeZone }) }}
      change={change}
      onClose={onClose}
    />
  )
}

type CycleRunDialogProps = { cycle: Cycle; asked: AskedChange; onClose: () => void }

/**
 * The step of a send, found by the beginning of its text. Undefined if no step or several steps match, so that a
 * person never changes the text of another step.
 */
function stepOf({ steps }: Cycle, { text }: Send) {
  if (steps.length === 1) return steps[0]
  const begins = text.replace(/…$/, '')
  const found = steps.filter(({ content }) => {
    const line = plain(oneLineOf(content)).replaceAll(/\s+/g, ' ').trim()
    return begins !== '' && (line.startsWith(begins) || begins.startsWith(line))
  })
  return found.length === 1 ? found[0] : undefined
}

const NOTHING = { kind: 'text', text: '' } as const
