import type { Cycle } from '@carillon/contract/cycles'
import { FIGURES_TIMES } from '@carillon/contract/cycles'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { figure } from '../../groups/words.ts'
import { useFigures } from '../queries.ts'
import { Fates } from './Fates.tsx'

/** How many groups are shown before one asks for all: those that fail stand first. */
const SHOWN = 8

/** What became of what each group was sent; nothing until something was. */
export function Groups({ cycle }: { cycle: Cycle }) {
  const { data } = useFigures(cycle.id)
  const [all, setAll] = useState(false)
  if (!data || data.groups.length === 0) return null
  const { groups, times } = data
  const shown = all ? groups : groups.slice(0, SHOWN)
  return (
    <Card aria-label="Groups">
      <div className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="text-sm font-medium text-muted">Groups</h2>
        {times >= FIGURES_TIMES && (
          <span className="text-sm text-muted">The last {FIGURES_TIMES} times</span>
        )}
      </div>
      <ul>
        {shown.map(({ groupId, title, ...fates }) => (
          <li key={groupId} className="grid border-b border-line px-4 py-2 last:border-0">
            <span dir="auto" className="truncate">
              {title}
            </span>
            <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
              <Fates of={fates} />
            </span>
          </li>
        ))}
      </ul>
      {!all && groups.length > SHOWN && (
        <div className="flex justify-center border-t border-line p-3">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {figure(groups.length)} groups
          </Button>
        </div>
      )}
    </Card>
  )
}
