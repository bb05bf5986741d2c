import { useUser } from '../../api/session/useSession.ts'
import { useGroups } from './queries.ts'
import { usage } from '../limits/words.ts'
import { countedGroups, uncountedWords } from './words.ts'

/** How many groups a person has on all networks, and how many the tier allows; undefined until the groups are loaded. */
export function useGroupUsage(network?: string) {
  const { maxGroups: max } = useUser().limits
  const groups = useGroups().data?.items
  if (!groups) return undefined
  const used = countedGroups(groups)
  return {
    used,
    max,
    isFull: max !== null && used >= max,
    words: usage(used, max, 'group'),
    note: uncountedWords(groups, network),
  }
}
