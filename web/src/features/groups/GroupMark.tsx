import type { Group } from '@carillon/contract/groups'
import { cn } from '../../ui/cn.ts'
import { groupColor } from '../../ui/groupColor.ts'

/** The first letter of a group in its color: networks give its picture only to who downloads it. */
export function GroupMark({ group: { id, title }, small }: GroupMarkProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center rounded-full font-semibold text-canvas select-none',
        small ? 'size-5 text-xs' : 'size-9',
      )}
      style={{ background: groupColor(id) }}
    >
      {String.fromCodePoint(title.codePointAt(0) ?? 0).toUpperCase()}
    </span>
  )
}

type GroupMarkProps = {
  group: Pick<Group, 'id' | 'title'>
  /** Within a line of text. */
  small?: boolean
}
