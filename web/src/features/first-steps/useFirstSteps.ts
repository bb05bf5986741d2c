import { useEffect, useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { toast } from '../../ui/toast/store.ts'
import { useToday } from '../calendar/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { progressOf, setProgress } from './state.ts'

/** What a newcomer is shown: the steps to the first message, then once that it is delivered. */
export function useFirstSteps() {
  const { uid } = useUser()
  const { data: list, isPending: awaitsGroups } = useGroups()
  const { data: today, isPending: awaitsToday } = useToday()
  const groups = list?.items
  const [known, setKnown] = useState(() => progressOf(uid))
  const isDelivered =
    groups?.some(({ lastSentAt }) => lastSentAt !== null) ||
    [...(today?.sends ?? []), ...(today?.unlisted ?? [])].some(
      ({ status }) => status === 'done' || status === 'partly',
    )
  const isKnown = known === 'over' || (isDelivered && known !== 'seen')
  const state: 'steps' | 'delivered' = isDelivered ? 'delivered' : 'steps'
  const shown = isKnown || !groups || !today ? undefined : state
  // Who has sent something before they came to this browser is no newcomer.
  const found = shown === 'steps' ? 'seen' : known !== 'seen' && isKnown ? 'over' : undefined
  if (found && found !== known) setKnown(found)
  useEffect(() => {
    if (found) setProgress(uid, found)
  }, [found, uid])
  const know = (next: NonNullable<typeof known>) => {
    setProgress(uid, next)
    setKnown(next)
  }
  return {
    shown,
    /** Nobody can say yet; what would be shown meanwhile would have to make way. */
    isUndecided: !isKnown && (awaitsGroups || awaitsToday),
    hide() {
      know('over')
      if (shown !== 'steps') return
      toast({
        title: 'The first steps are hidden',
        action: { label: 'Undo', run: () => know('seen') },
      })
    },
  }
}
