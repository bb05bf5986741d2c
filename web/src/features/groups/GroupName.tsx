import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'
import { GroupMark, type MarkedGroup } from './GroupMark.tsx'
import { useGroups } from './queries.ts'

type GroupNameProps = { group: MarkedGroup; children?: ReactNode; className?: string }

/** A group by its mark and its name, which is cut where there is no room for all of it. */
export function GroupName({ group, children, className }: GroupNameProps) {
  return (
    <span className={cn('flex items-center gap-1', className)}>
      <GroupMark group={group} small />
      {/* A name from right to left begins at its right. */}
      <span dir="auto" className="truncate text-left">
        {group.title}
        {children}
      </span>
    </span>
  )
}

/** One of the groups, by its id. */
export const useGroup = (id: string | undefined) =>
  useGroups().data?.items.find((group) => group.id === id)
