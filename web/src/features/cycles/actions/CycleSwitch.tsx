import type { CycleSummary } from '@carillon/contract/cycles'
import { useState } from 'react'
import { Switch } from '../../../ui/Switch.tsx'
import { PauseDialog } from '../../messages/actions/PauseDialog.tsx'
import { isSending } from '../../messages/words.ts'
import { nameOf } from '../words.ts'
import { Resume } from './Resume.tsx'
import { useCycleActions } from './useCycleActions.tsx'

/** Pauses a cycle, or resumes it after showing its next sends. Renders nothing for other statuses. */
export function CycleSwitch({ cycle }: { cycle: CycleSummary }) {
  const { pause, resume, busy } = useCycleActions(cycle)
  const [asking, setAsking] = useState(false)
  const [resuming, setResuming] = useState(false)
  const { status, occurrence } = cycle
  if (status !== 'active' && status !== 'paused') return null

  function change(on: boolean) {
    if (on) setResuming(true)
    else if (isSending(cycle)) setAsking(true)
    else void pause({})
  }

  return (
    <>
      <Switch
        label={`“${nameOf(cycle)}” is on`}
        on={status === 'active'}
        onChange={change}
        busy={busy}
      />
      <PauseDialog
        noun="cycle"
        occurrence={occurrence}
        open={asking}
        onOpenChange={setAsking}
        onPause={pause}
        busy={busy}
      />
      <Resume
        cycle={cycle}
        open={resuming}
        onClose={() => setResuming(false)}
        onResume={resume}
        busy={busy}
      />
    </>
  )
}
