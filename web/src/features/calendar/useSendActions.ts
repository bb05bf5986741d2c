import type { Send } from '@carillon/contract/calendar'
import { useState } from 'react'
import { useCycleSlots } from '../cycles/runs/useCycleSlot.ts'
import { useDeletion } from '../messages/actions/useDeletion.ts'
import type { RunChange } from '../series/RunDialog.tsx'
import { actWords } from '../series/runItems.ts'
import { useSlots } from '../messages/runs/useSlot.ts'
import type { SendAction } from './actions.ts'

/** What is to be asked before it is done: a change of a run, or the new time of what is sent once. */
export type AskedChange = { send: Send; change: RunChange }

/** Does what can be done with a send; what has to be asked first is handed to a dialog. */
export function useSendActions() {
  const slots = useSlots()
  const cycleSlots = useCycleSlots()
  const deletion = useDeletion()
  const [asked, setAsked] = useState<AskedChange>()

  function onAct(send: Send, act: SendAction) {
    const series = { id: send.sourceId }
    if (act === 'delete') void deletion.remove([send.sourceId], () => undefined)
    else if (act !== 'skip' && act !== 'restore') setAsked({ send, change: act })
    else if (send.slotAt) {
      const what = act === 'skip' ? { skip: true as const } : { restore: true as const }
      const { change } = send.source === 'cycle' ? cycleSlots : slots
      void change(series, send.slotAt, what, actWords[act])
    }
  }
  return { onAct, asked, onAnswered: () => setAsked(undefined) }
}
