import { Fragment } from 'react'
import type { MessageSummary } from '@carillon/contract/messages'
import { GroupMark } from '../../groups/GroupMark.tsx'
import { useGroups } from '../../groups/queries.ts'
import { count } from '../../groups/words.ts'
import { reachWords } from '../words.ts'

/** Where a message goes: the first two groups by name. */
export function GroupsOf({
  groupIds,
  groupCount,
  reach,
}: Pick<MessageSummary, 'groupIds' | 'groupCount'> & Partial<Pick<MessageSummary, 'reach'>>) {
  const groups = useGroups().data?.items
  // One that was given another time goes to the rest of them; it is told of all.
  const all = reach?.of ?? groupCount
  const named = (reach?.groupIds ?? groupIds)
    .slice(0, 2)
    .flatMap((id) => groups?.find((group) => group.id === id) ?? [])
  const rest = all - named.length
  return (
    <span className="flex gap-1 text-sm text-muted">
      <span className="truncate">
        {reach && `${reachWords({ reach })} · `}
        {all === 0
          ? 'No group chosen'
          : named.length === 0
            ? count(all, 'group')
            : named.map((group, n) => (
                <Fragment key={group.id}>
                  {n > 0 && ', '}
                  {/* Names may be written from right to left, each by itself. */}
                  <GroupMark group={group} small /> <bdi>{group.title}</bdi>
                </Fragment>
              ))}
      </span>
      {/* However long the names are. */}
      {named.length > 0 && rest > 0 && (
        <span className="shrink-0 whitespace-nowrap">and {rest} more</span>
      )}
    </span>
  )
}
