import { useWatch } from 'react-hook-form'
import { useGroups } from '../../groups/queries.ts'
import type { MessageForm } from '../form.ts'

/** The chosen groups whose rules can delay a run, if the next one is left out then. */
export function useDelayingGroups(): readonly string[] {
  const groups = useGroups()
  const [chosen, overlap] = useWatch<MessageForm, ['groupIds', 'overlap']>({
    name: ['groupIds', 'overlap'],
  })
  if (overlap !== 'skip') return []
  const ids = new Set(chosen)
  const delaying = groups.data?.items.filter(
    ({ id, quietHours, dailyCap, minGapMinutes }) =>
      ids.has(id) && (quietHours?.mode === 'hold' || dailyCap !== null || minGapMinutes !== null),
  )
  return delaying?.map(({ id }) => id) ?? []
}
