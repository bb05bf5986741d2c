import type { Simulation } from '@carillon/contract/cycles'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useGroups } from '../../groups/queries.ts'
import { count, figure } from '../../groups/words.ts'

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
  const titles = new Map(useGroups().data?.items.map(({ id, title }) => [id, title]))
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
            <th scope="col" style={{ width: '9rem' }} className="py-1 pl-4 font-normal">
              First
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ groupId, sends, steps, held, skipped, firstAt }) => (
            <tr key={groupId} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span dir="auto" className="block truncate">
                  {titles.get(groupId) ?? 'A group'}
                </span>
                {held + skipped > 0 && (
                  <span className="text-xs text-warn">{ruleWords(held, skipped)}</span>
                )}
              </th>
              <td className="py-1.5 text-right tabular-nums">{figure(sends)}</td>
              <td className="py-1.5 text-right tabular-nums">{figure(steps)}</td>
              <td className="py-1.5 pl-4 tabular-nums">
                {firstAt ? (
                  <Time at={firstAt} zone={timeZone} as="short" />
                ) : (
                  <span className="text-warn">nothing</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > SHOWN && !all && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show {groups.length < total ? `the first ${figure(groups.length)}` : `all ${total}`}
        </Button>
      )}
    </details>
  )
}

/** What the rules of a group do to its sends. */
const ruleWords = (held: number, skipped: number) =>
  [held > 0 ? `${figure(held)} later` : '', skipped > 0 ? `${figure(skipped)} left out` : '']
    .filter(Boolean)
    .join(', ')
