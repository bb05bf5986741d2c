import { useUser } from '../../api/session/useSession.ts'
import { useGroups } from './queries.ts'
import { usage } from '../limits/words.ts'
import { countedGroups } from './words.ts'

/** How much of the tier the person's groups take; undefined until the groups are known. */
export function useGroupUsage() {
  const { maxGroups: max } = useUser().limits
  const groups = useGroups().data?.items
  if (!groups) return undefined
  const used = countedGroups(groups)
  return { used, max, isFull: max !== null && used >= max, words: usage(used, max, 'group') }
}
