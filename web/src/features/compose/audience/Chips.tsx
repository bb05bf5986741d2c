import type { Group } from '@carillon/contract/groups'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { GroupName } from '../../groups/GroupName.tsx'

/** How many are shown until a person asks for all. */
const SHOWN = 8

/** The chosen groups; a press removes one. */
export function Chips({ groups, onRemove }: { groups: Group[]; onRemove: (id: string) => void }) {
  const [all, showAll] = useState(false)
  const rest = groups.length - SHOWN
  return (
    <ScrollArea maxHeight="10rem" label="Chosen groups" contentFocusable>
      <ul aria-label="Chosen groups" className="flex flex-wrap gap-1.5">
        {groups.slice(0, all ? groups.length : SHOWN).map((group) => (
          <li
            key={group.id}
            className="flex max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface py-0.5 pr-1 pl-1.5 text-sm"
          >
            <GroupName group={group} className="max-w-56 sm:max-w-72" />
            <button
              type="button"
              aria-label={`Remove ${group.title}`}
              className="grid size-6 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink"
              onClick={() => onRemove(group.id)}
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Button size="sm" variant="plain" onClick={() => showAll(!all)}>
              {all ? 'Show fewer' : `${rest} more`}
            </Button>
          </li>
        )}
      </ul>
    </ScrollArea>
  )
}
