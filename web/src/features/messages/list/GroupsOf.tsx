import { Fragment } from 'react'
import type { MessageSummary } from '@carillon/contract/messages'
import { cn } from '../../../ui/cn.ts'
import { Popover } from '../../../ui/Popover.tsx'
import { count, withCommas } from '../../../ui/words.ts'
import { GroupMark } from '../../groups/GroupMark.tsx'
import { useGroups } from '../../groups/queries.ts'
import { reachWords } from '../words.ts'

type GroupsOfProps = Pick<MessageSummary, 'groupIds' | 'groupCount'> &
  Partial<Pick<MessageSummary, 'reach'>> & {
    /** A note before the groups. */
    note?: string
    /** The words if there are no groups. */
    none?: string
  }

/** The groups of a message: the first two by name, the others behind a button. */
export function GroupsOf({
  groupIds,
  groupCount,
  reach,
  note,
  none = 'No group chosen',
}: GroupsOfProps) {
  const groups = useGroups().data?.items
  // A message that was sent in part goes only to the other groups; all groups are counted here.
  const all = reach?.of ?? groupCount
  const ids = reach?.groupIds ?? groupIds
  const found = ids.flatMap((id) => groups?.find((group) => group.id === id) ?? [])
  const named = found.slice(0, 2)
  const rest = all - named.length
  const alone = named.length === 1 && rest === 0
  return (
    <span className="flex gap-1 text-sm text-muted">
      <span className={cn('truncate', alone && 'grow')}>
        {reach && `${reachWords({ reach })} · `}
        {note && `${note} · `}
        {all === 0
          ? none
          : named.length === 0
            ? count(all, 'group')
            : named.map((group, n) => (
                <Fragment key={group.id}>
                  {n > 0 && ', '}
                  {/* Names may be written from right to left, each by itself, and one alone is cut at its own end. */}
                  <GroupMark group={group} small />{' '}
                  <bdi
                    className={
                      alone
                        ? 'inline-block max-w-[calc(100%-2rem)] truncate align-bottom'
                        : undefined
                    }
                  >
                    {group.title}
                  </bdi>
                </Fragment>
              ))}
      </span>
      {/* However long the names are. */}
      {named.length > 0 && rest > 0 && (
        <Popover
          label="All groups"
          align="start"
          className="max-h-80 w-72 overflow-y-auto p-3"
          trigger={
            <button
              type="button"
              className="relative shrink-0 rounded-sm whitespace-nowrap underline-offset-2 before:absolute before:-inset-2 before:content-[''] hover:text-ink hover:underline"
            >
              and {rest} more
            </button>
          }
        >
          <ul className="grid gap-1.5 text-sm">
            {found.map((group) => (
              <li key={group.id}>
                <GroupMark group={group} small /> <bdi>{group.title}</bdi>
              </li>
            ))}
          </ul>
          {/* A list knows the first twenty. */}
          {all > found.length && (
            <p className="mt-1.5 text-sm text-muted">and {withCommas(all - found.length)} more</p>
          )}
        </Popover>
      )}
    </span>
  )
}
