import { useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { useToday } from '../calendar/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { firstRunOf, setFirstRun } from './state.ts'

/** What a newcomer is shown: the steps to the first message, then once that it is delivered. */
export function useFirstRun() {
  const { uid } = useUser()
  const groups = useGroups().data?.items
  const today = useToday().data
  const [known, setKnown] = useState(() => firstRunOf(uid))
  const isDelivered =
    groups?.some(({ lastSentAt }) => lastSentAt !== null) ||
    today?.sends.some(({ status }) => status === 'done' || status === 'partly')
  const isOver = !groups || !today || known === 'over' || (isDelivered && known !== 'seen')
  const shown: 'steps' | 'delivered' = isDelivered ? 'delivered' : 'steps'
  return {
    shown: isOver ? undefined : shown,
    hide() {
      setFirstRun(uid, 'over')
      setKnown('over')
    },
  }
}
