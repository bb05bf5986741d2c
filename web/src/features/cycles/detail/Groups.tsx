import type { Cycle, CycleFigures } from '@carillon/contract/cycles'
import { FIGURES_RUNS_MAX } from '@carillon/contract/cycles'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { withCommas } from '../../../ui/words.ts'
import { GroupMark } from '../../groups/GroupMark.tsx'
import { useGroup } from '../../groups/GroupName.tsx'
import { useFigures } from '../queries.ts'
import { ResultCounts } from './ResultCounts.tsx'

/** The number of groups that are shown at first; those with failures come first. */
const SHOWN = 8

/** The results of each group; nothing before the first send. */
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
        {times >= FIGURES_RUNS_MAX && (
          <span className="text-sm text-muted">The last {FIGURES_RUNS_MAX} times</span>
        )}
      </div>
      <ul>
        {shown.map((figures) => (
          <Row
            key={figures.groupId}
            figures={figures}
            hasLeft={!cycle.groupIds.includes(figures.groupId)}
          />
        ))}
      </ul>
      {!all && groups.length > SHOWN && (
        <div className="flex justify-center border-t border-line p-3">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {withCommas(groups.length)} groups
          </Button>
        </div>
      )}
    </Card>
  )
}

type RowProps = {
  figures: CycleFigures['groups'][number]
  /** It was removed from the cycle, or deleted. */
  hasLeft: boolean
}

function Row({ figures: { groupId, title, ...fates }, hasLeft }: RowProps) {
  const group = useGroup(groupId) ?? { id: groupId, title }
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <GroupMark group={group} />
      <span className="grid">
        <span dir="auto" className="truncate text-left">
          {title}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          {hasLeft && <span>No longer in the cycle</span>}
          <ResultCounts of={fates} />
        </span>
      </span>
    </li>
  )
}
