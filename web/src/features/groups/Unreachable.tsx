import type { Group } from '@carillon/contract/groups'
import { TriangleAlert } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { count } from '../../ui/words.ts'
import { useGroups } from './queries.ts'
import { groupWords } from './words.ts'

/** Those of these groups that get nothing as they stand, though their user did not mute them. */
export function useUnreachable(groupIds: readonly string[]): Group[] {
  const groups = useGroups().data?.items ?? []
  return groups.filter(
    ({ id, status }) => status !== 'active' && status !== 'muted' && groupIds.includes(id),
  )
}

/** Why nothing can be sent where every group is unreachable. */
export const NO_GROUP_REACHED = 'None of its groups can get it now.'

/** How many groups get something where these do not: `2 of 3 groups`. */
export function reachedWords(total: number, lost: readonly Group[]): string {
  const groups = count(total, 'group')
  return lost.length > 0 ? `${total - lost.length} of ${groups}` : groups
}

/** Which groups get nothing, and why: `“Chess Nights” gets nothing: the bot was removed.` */
export function unreachableWords(groups: readonly Group[]): string {
  const [first] = groups
  if (!first) return ''
  const why = first.reason ?? groupWords[first.status].meaning
  const others = groups.length - 1
  const names = others === 0 ? `“${first.title}” gets` : `“${first.title}” and ${others} more get`
  return `${names} nothing: ${why}`
}

/** A line that says which of these groups get nothing as they stand; nothing while all can be sent to. */
export function Unreachable({ groupIds, className }: UnreachableProps) {
  const words = unreachableWords(useUnreachable(groupIds))
  if (!words) return null
  return (
    <p className={cn('flex gap-2 text-sm text-warn', className)}>
      <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
      <span>{words}</span>
    </p>
  )
}

type UnreachableProps = { groupIds: readonly string[]; className?: string }
