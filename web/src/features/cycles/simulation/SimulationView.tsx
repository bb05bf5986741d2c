import type { Simulation } from '@carillon/contract/cycles'
import { TriangleAlert } from 'lucide-react'
import { useNow } from '../../../ui/time/useNow.ts'
import { exactTime } from '../../../ui/time/words.ts'
import { count, figure } from '../../groups/words.ts'
import { localOf } from '../../schedule/when.ts'
import { daysOf, slotsOf } from './days.ts'
import { HeatMap } from './HeatMap.tsx'
import { SlotList } from './SlotList.tsx'

/** How many days it looks ahead. */
const DAYS = 30

/** How many of the next times are listed. */
export const SLOTS = 10

/** How many warnings are told at once. */
const TOLD_MAX = 5

type SimulationViewProps = { simulation: Simulation; timeZone: string; texts: readonly string[] }

/** What will be sent in the next days: how much on each, the next times, and what to look at. */
export function SimulationView({ simulation, timeZone, texts }: SimulationViewProps) {
  const { sends, count: all, atLeast, warnings, endsAt, load } = simulation
  const today = localOf(new Date(useNow()), timeZone).slice(0, 10)
  return (
    <div className="grid gap-4">
      <p>
        <span className="font-medium">
          {atLeast && 'More than '}
          {count(all, 'send')}
        </span>{' '}
        in the next {DAYS} days
        {endsAt && `. It ends on ${exactTime(endsAt, timeZone)}`}.
      </p>
      {warnings.length > 0 && (
        <ul aria-label="To look at" className="grid gap-1.5 rounded-md bg-warn-soft px-3 py-2">
          {warnings.slice(0, TOLD_MAX).map(({ code, text, step, groupId }) => (
            <li key={`${code} ${step} ${groupId} ${text}`} className="flex gap-2 text-sm text-warn">
              <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
              {text}
            </li>
          ))}
          {warnings.length > TOLD_MAX && (
            <li className="text-sm text-warn">And {figure(warnings.length - TOLD_MAX)} more.</li>
          )}
        </ul>
      )}
      <HeatMap days={daysOf(sends, today, DAYS)} />
      {load.length > 1 && (
        <ul aria-label="By connection" className="grid gap-0.5 text-sm text-muted">
          {load.map(({ connectionId, label, sends: own, share }) => (
            <li key={connectionId} className="flex justify-between gap-3">
              <span className="truncate">{label}</span>
              <span className="whitespace-nowrap tabular-nums">
                {count(own, 'send')}, {Math.round(share * 100)} % of its pace
              </span>
            </li>
          ))}
        </ul>
      )}
      {sends.length > 0 && (
        <div>
          <h3 className="text-sm font-medium">Next sends</h3>
          <SlotList slots={slotsOf(sends, SLOTS)} timeZone={timeZone} texts={texts} />
        </div>
      )}
    </div>
  )
}
