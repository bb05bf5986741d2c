import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { sendStep } from '../../features/cycles/actions/sendStep.ts'
import { WatchCycle } from '../../features/cycles/actions/WatchCycle.tsx'
import { receiveCycle } from '../../features/cycles/cache.ts'
import { sendUntilAnswered } from '../../features/messages/actions/sendUntilAnswered.ts'
import { WatchMessage } from '../../features/messages/actions/WatchMessage.tsx'
import { receiveMessage } from '../../features/messages/cache.ts'
import { sentNowWords } from '../../features/messages/words.ts'
import { toast } from '../../ui/toast/store.ts'
import { useRefusalToast } from '../refusalToast.ts'
import { unansweredSends, type UnansweredSend } from '../unansweredSends.ts'

/** Repeats, after a reload, the sends whose answer was lost, and shows their results. Renders nothing. */
export default function UnansweredSends() {
  const { uid, timeZone } = useUser()
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const begun = useRef(false)

  async function goOn({ kind, id, anyway, seen }: UnansweredSend) {
    try {
      if (kind === 'cycle') {
        const cycle = await sendStep(id, seen)
        receiveCycle(queryClient, cycle)
        const run = cycle.occurrence?.id
        toast({ title: 'Sending now', ...(run ? { watch: <WatchCycle {...{ id, run }} /> } : {}) })
        return
      }
      const message = await sendUntilAnswered({ id }, anyway)
      if (!message) return
      receiveMessage(queryClient, message)
      const run = message.occurrence?.id
      toast({
        ...(anyway ? { title: 'Sending now' } : sentNowWords(message, timeZone)),
        ...(run ? { watch: <WatchMessage {...{ id, run }} /> } : {}),
      })
    } catch (error) {
      tellRefusal(error, 'It could not be sent')
    }
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    for (const send of unansweredSends(uid)) void goOn(send)
    // Only at the first render: a send that is stored later is repeated by the code that stored it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}
