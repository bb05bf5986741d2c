import type { Group } from '@carillon/contract/groups'
import { groupColor } from '../../ui/groupColor.ts'

/** The first letter of a group in its color: networks give its picture only to who downloads it. */
export function GroupMark({ id, title }: Pick<Group, 'id' | 'title'>) {
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-full font-semibold text-canvas select-none"
      style={{ background: groupColor(id) }}
    >
      {String.fromCodePoint(title.codePointAt(0) ?? 0).toUpperCase()}
    </span>
  )
}
