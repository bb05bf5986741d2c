import { useUser } from '../../api/session/useSession.ts'
import { useMessage } from '../messages/queries.ts'
import { MessageRunDialog } from '../messages/runs/MessageRunDialog.tsx'
import { inZone } from '../schedule/when.ts'
import { MoveDialog } from './MoveDialog.tsx'
import type { Asked } from './useSendActs.ts'

type ActDialogProps = {
  asked: Asked | undefined
  onClose: () => void
  onMove: (send: Asked['send'], local: string) => Promise<boolean>
}

/** Asks what a change of a send needs: the new time of a message, or what is to become of a run. */
export function ActDialog({ asked, onClose, onMove }: ActDialogProps) {
  const run = asked?.send.kind === 'automated' ? asked : undefined
  return (
    <>
      <MoveDialog send={run ? undefined : asked?.send} onClose={onClose} onMove={onMove} />
      {run && <OfRun asked={run} onClose={onClose} />}
    </>
  )
}

/** The dialog of the list, once the series is known. */
function OfRun({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { send, change } = asked
  const { data: message } = useMessage(send.sourceId)
  const { timeZone } = useUser()
  if (!message?.schedule || !send.slotAt) return null
  const local = inZone(send.local, timeZone, message.schedule.timeZone)
  const run = { slotAt: send.slotAt, local }
  return <MessageRunDialog message={message} run={run} change={change} onClose={onClose} />
}
