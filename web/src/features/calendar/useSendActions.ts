import type { Send } from '@carillon/contract/calendar'
import { useState } from 'react'
import { useChangeCycleRuns } from '../cycles/runs/useChangeCycleRun.ts'
import { useDeletion } from '../messages/actions/useDeletion.ts'
import type { RunChange } from '../series/RunDialog.tsx'
import { actWords } from '../series/runItems.ts'
import { useChangeRuns } from '../messages/runs/useChangeRun.ts'
import type { SendAction } from './actions.ts'

/** A change that needs a dialog first: of a run, or of the time of a scheduled message. */
export type AskedChange = { send: Send; change: RunChange }

/** Does the actions of a send; those that need a question open a dialog. */
export function useSendActions() {
  const messageRuns = useChangeRuns()
  const cycleRuns = useChangeCycleRuns()
  const deletion = useDeletion()
  const [asked, setAsked] = useState<AskedChange>()

  function onAct(send: Send, act: SendAction) {
    const series = { id: send.sourceId }
    if (act === 'delete') void deletion.remove([send.sourceId], () => undefined)
    else if (act !== 'skip' && act !== 'restore') setAsked({ send, change: act })
    else if (send.slotAt) {
      const what = act === 'skip' ? { skip: true as const } : { restore: true as const }
      const { change } = send.source === 'cycle' ? cycleRuns : messageRuns
      void change(series, send.slotAt, what, actWords[act])
    }
  }
  return { onAct, asked, onAnswered: () => setAsked(undefined) }
}
