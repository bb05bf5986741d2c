import type { Group } from '@carillon/contract/groups'
import { PenLine } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { prefetching } from '../../app/pages.ts'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'

/** To the editor, which sends at once unless another time is chosen. */
export function FirstMessageLink({ group }: { group: Pick<Group, 'title'> }) {
  return (
    <Link
      to={`${paths.newMessage}?when=now`}
      data-next
      className={cn(buttonClasses({ variant: 'primary' }), 'max-w-full')}
      {...prefetching(paths.newMessage)}
    >
      <PenLine size={16} aria-hidden className="shrink-0" />
      <span className="max-sm:line-clamp-2 sm:truncate">
        Write the first message to {group.title}
      </span>
    </Link>
  )
}
