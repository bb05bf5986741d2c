import type { Group } from '@carillon/contract/groups'
import { TriangleAlert } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { count } from '../../ui/words.ts'
import { useGroups } from '../groups/queries.ts'
import { useConnectionsById } from './queries.ts'
import { closedReason } from './words.ts'

/** A group that gets nothing as it stands, and why. */
export type UnreachableGroup = Group & { why: string }

/** Those of these groups that get nothing as they or their accounts stand, though their user did not mute them. */
export function useUnreachable(groupIds: readonly string[]): UnreachableGroup[] {
  const groups = useGroups().data?.items ?? []
  const connections = useConnectionsById(groupIds.length > 0)
  return groups.flatMap((group) => {
    if (group.status === 'muted' || !groupIds.includes(group.id)) return []
    const why = closedReason(group, connections.get(group.connectionId))
    return why ? [{ ...group, why }] : []
  })
}

/** Why nothing can be sent where every group is unreachable. */
export const NO_GROUP_REACHED = 'None of its groups can get it now.'

/** How many of these groups their user has muted. */
export function useMutedCount(groupIds: readonly string[]): number {
  const groups = useGroups().data?.items ?? []
  return groups.filter(({ id, status }) => status === 'muted' && groupIds.includes(id)).length
}

/** How many of `total` groups get something, if `missing` of them get nothing: `2 of 3 groups`. */
export function reachedWords(total: number, missing: number): string {
  const groups = count(total, 'group')
  return missing > 0 ? `${total - missing} of ${groups}` : groups
}

/** Which groups get nothing, and why: `“Chess Nights” gets nothing: the bot was removed.` */
export function unreachableWords(groups: readonly UnreachableGroup[]): string {
  const [first] = groups
  if (!first) return ''
  const others = groups.length - 1
  const names = others === 0 ? `“${first.title}” gets` : `“${first.title}” and ${others} more get`
  return `${names} nothing: ${first.why}`
}

/** A line that says which of these groups get nothing as they stand; nothing while all can be sent to. */
export function Unreachable({ among, className }: UnreachableProps) {
  const words = unreachableWords(useUnreachable(among))
  if (!words) return null
  return (
    <p className={cn('flex gap-2 text-sm text-warn', className)}>
      <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
      <span>{words}</span>
    </p>
  )
}

type UnreachableProps = { among: readonly string[]; className?: string }
