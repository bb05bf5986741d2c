import type { Group } from '@carillon/contract/groups'
import type { GroupSet } from '@carillon/contract/group-sets'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { count } from '../../../../ui/words.ts'
import { isClosed } from '../../../groups/words.ts'
import { NameForm } from './NameForm.tsx'
import type { useSetActions } from './useSets.ts'

/** How many removed groups are shown by name. */
const TOLD_MAX = 3

type SetRowProps = {
  set: GroupSet
  groups: readonly Group[]
  actions: ReturnType<typeof useSetActions>
  onChoose: (groupIds: string[]) => void
}

/** A saved set: a press chooses its groups. It can also be renamed and deleted. */
export function SetRow({ set, groups, actions, onChoose }: SetRowProps) {
  const [renaming, setRenaming] = useState(false)
  const ids = new Set(set.groupIds)
  const open = groups.filter((group) => ids.has(group.id) && !isClosed(group))
  if (renaming) {
    return (
      <div className="p-2">
        <NameForm
          label="New name"
          name={set.name}
          verb="Rename"
          onSave={async (name) => {
            await actions.rename(set, name)
            setRenaming(false)
          }}
          onLeave={() => setRenaming(false)}
        />
      </div>
    )
  }
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-disabled={open.length === 0}
        className="grid min-w-0 flex-1 rounded-md px-2.5 py-1.5 text-left transition-colors hover:not-aria-disabled:bg-hover aria-disabled:text-muted"
        onClick={() => open.length > 0 && onChoose(open.map(({ id }) => id))}
      >
        <span dir="auto" className="truncate">
          {set.name}
        </span>
        <span className="text-sm text-pretty text-muted">{noteOf(set, open.length)}</span>
      </button>
      <Button
        variant="plain"
        size="sm"
        icon
        aria-label={`Rename ${set.name}`}
        onClick={() => setRenaming(true)}
      >
        <Pencil size={14} aria-hidden />
      </Button>
      <Button
        variant="plain"
        size="sm"
        icon
        aria-label={`Delete ${set.name}`}
        onClick={() => void actions.remove(set)}
      >
        <Trash2 size={14} aria-hidden />
      </Button>
    </div>
  )
}

/** `3 groups · removed since: Maple Street · 1 cannot be sent to`. */
function noteOf({ groupIds, gone }: GroupSet, open: number): string {
  const closed = groupIds.length - open
  const more = gone.length - TOLD_MAX
  return [
    count(groupIds.length, 'group'),
    closed > 0 && `${closed} cannot be sent to now`,
    gone.length > 0 &&
      `removed since: ${gone.slice(0, TOLD_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
