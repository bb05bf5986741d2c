import { Fragment } from 'react'
import type { MessageSummary } from '@carillon/contract/messages'
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
  const titles = groupIds
    .slice(0, 2)
    .flatMap((id) => groups?.find((group) => group.id === id)?.title ?? [])
  const rest = groupCount - titles.length
  return (
    <span className="truncate text-sm text-muted">
      {reach && `${reachWords({ reach })} · `}
      {groupCount === 0
        ? 'No group chosen'
        : titles.length === 0
          ? count(groupCount, 'group')
          : titles.map((title, n) => (
              // Names may be written from right to left, each by itself.
              // oxlint-disable-next-line react/no-array-index-key -- Two may have the same name.
              <Fragment key={n}>
                {n > 0 && ', '}
                <bdi>{title}</bdi>
              </Fragment>
            ))}
      {titles.length > 0 && rest > 0 && ` and ${rest} more`}
    </span>
  )
}
