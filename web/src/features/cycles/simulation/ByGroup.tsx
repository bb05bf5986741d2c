import type { Simulation } from '@carillon/contract/cycles'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { count, withCommas } from '../../../ui/words.ts'
import { GroupName } from '../../groups/GroupName.tsx'
import { useGroups } from '../../groups/queries.ts'

type ByGroupProps = {
  groups: Simulation['byGroup']
  /** How many groups there are in all. */
  total: number
  timeZone: string
}

/** How many groups are shown before one asks for all. */
const SHOWN = 10

/** What each group gets in these days: how much, of how many steps, from when until when. */
export function ByGroup({ groups, total, timeZone }: ByGroupProps) {
  const [all, setAll] = useState(false)
  const known = new Map(useGroups().data?.items.map((group) => [group.id, group]))
  const shown = all ? groups : groups.slice(0, SHOWN)
  return (
    <details>
      <summary className="w-fit rounded-sm text-sm font-medium">
        By group <span className="font-normal text-muted">· {count(total, 'group')}</span>
      </summary>
      <table className="mt-2 w-full text-sm" style={{ tableLayout: 'fixed' }}>
        <thead className="text-left text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 font-normal">
              Group
            </th>
            <th scope="col" style={{ width: '3.5rem' }} className="py-1 text-right font-normal">
              Sends
            </th>
            <th scope="col" style={{ width: '3.5rem' }} className="py-1 text-right font-normal">
              Steps
            </th>
            <th scope="col" style={{ width: '4rem' }} className="py-1 text-right font-normal">
              Others
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ groupId, sends, steps, held, skipped, firstAt, others }) => (
            <tr key={groupId} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <GroupName group={known.get(groupId) ?? { id: groupId, title: 'A group' }} />
                <span className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
                  {firstAt ? (
                    <span>
                      First <Time at={firstAt} zone={timeZone} as="short" />
                    </span>
                  ) : (
                    <span className="text-warn">gets nothing</span>
                  )}
                  {held + skipped > 0 && (
                    <span className="text-warn">{ruleWords(held, skipped)}</span>
                  )}
                </span>
              </th>
              <td className="py-1.5 text-right tabular-nums">{withCommas(sends)}</td>
              <td className="py-1.5 text-right tabular-nums">{withCommas(steps)}</td>
              <td className="py-1.5 text-right text-muted tabular-nums">{withCommas(others)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-xs text-muted">
        Others: what your other messages and cycles send there in these days.
      </p>
      {groups.length > SHOWN && !all && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show {groups.length < total ? `the first ${withCommas(groups.length)}` : `all ${total}`}
        </Button>
      )}
    </details>
  )
}

/** What the rules of a group do to its sends. */
const ruleWords = (held: number, skipped: number) =>
  [held > 0 ? `${withCommas(held)} later` : '', skipped > 0 ? `${withCommas(skipped)} skipped` : '']
    .filter(Boolean)
    .join(', ')
