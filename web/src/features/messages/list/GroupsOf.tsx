import { useGroups } from '../../groups/queries.ts'
import { count } from '../../groups/words.ts'

/** Where a message goes: the first two groups by name. */
export function GroupsOf({ groupIds }: { groupIds: string[] }) {
  const groups = useGroups().data?.items
  const titles = groupIds
    .slice(0, 2)
    .flatMap((id) => groups?.find((group) => group.id === id)?.title ?? [])
  const rest = groupIds.length - titles.length
  return (
    <span className="truncate text-sm text-muted">
      {groupIds.length === 0
        ? 'No group chosen'
        : titles.length === 0
          ? count(groupIds.length, 'group')
          : titles.join(', ') + (rest > 0 ? ` and ${rest} more` : '')}
    </span>
  )
}
