import type { Group } from '@carillon/contract/groups'
import { SET_GROUPS_MAX, type GroupSet } from '@carillon/contract/group-sets'
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
  /** The groups that are chosen now, which it can get instead of its own. */
  chosen: readonly Group[]
  actions: ReturnType<typeof useSetActions>
  onChoose: (groupIds: string[]) => void
}

/** A saved set: a press chooses its groups. It can also be changed and deleted. */
export function SetRow({ set, groups, chosen, actions, onChoose }: SetRowProps) {
  /** Undefined until it was changed: after that its button has the focus again. */
  const [changing, setChanging] = useState<boolean>()
  const ids = new Set(set.groupIds)
  const open = groups.filter((group) => ids.has(group.id) && !isClosed(group))
  const isOther = chosen.length !== ids.size || chosen.some(({ id }) => !ids.has(id))
  const isPossible = chosen.length > 0 && chosen.length <= SET_GROUPS_MAX
  const others = isOther && isPossible ? chosen.map(({ id }) => id) : undefined
  if (changing) {
    return (
      <div className="grid gap-2 p-2">
        <NameForm
          label="New name"
          name={set.name}
          verb="Rename"
          onSave={async (name) => {
            await actions.change(set, { name })
            setChanging(false)
          }}
          onLeave={() => setChanging(false)}
        />
        {others ? (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => {
              setChanging(false)
              void actions.replaceGroups(set, others)
            }}
          >
            Replace its groups by the {count(others.length, 'chosen one')}
          </Button>
        ) : (
          <p className="text-sm text-muted">To change its groups, choose other ones first.</p>
        )}
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
        aria-label={`Change ${set.name}`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form that had the focus is gone.
        autoFocus={changing === false}
        onClick={() => setChanging(true)}
      >
        <Pencil size={14} aria-hidden />
      </Button>
      <Button
        variant="plain"
        size="sm"
        icon
        aria-label={`Delete ${set.name}`}
        onClick={(event) => {
          // This row goes, and the focus must not go with it.
          event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
          void actions.remove(set)
        }}
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
