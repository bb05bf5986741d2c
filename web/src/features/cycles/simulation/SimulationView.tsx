import type { Simulation } from '@carillon/contract/cycles'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { inLocale } from '../../../ui/time/inLocale.ts'
import { clockTime, exactTime, shortTime } from '../../../ui/time/words.ts'
import { count, withCommas } from '../../../ui/words.ts'
import { localOf } from '../../schedule/when.ts'
import type { StepWords } from '../words.ts'
import { ByGroup } from './ByGroup.tsx'
import { daysOf, totalOf } from './days.ts'
import { dayWords, HeatMap } from './HeatMap.tsx'
import { SlotList } from './SlotList.tsx'

/** How many days it looks ahead. */
const SIMULATED_DAYS = 30

/** How many of the next times are listed. */
export const SLOTS = 10

/** How many warnings are told at once. */
const TOLD_MAX = 5

type SimulationViewProps = {
  simulation: Simulation
  timeZone: string
  texts: readonly StepWords[]
  /** The text that only this slot sends, instead of its steps. */
  ownText?: ((slotAt: string) => StepWords | undefined) | undefined
  /** How many groups it goes to. */
  groups: number
}

/** What will be sent in the next days: how much on each, the next times, and what to look at. */
export function SimulationView(props: SimulationViewProps) {
  const { simulation, timeZone, texts, ownText, groups } = props
  const { slots, count: all, byDay, byGroup, endsAt } = simulation
  const today = localOf(new Date(useNow()), timeZone).slice(0, 10)
  const days = daysOf(simulation, today, SIMULATED_DAYS)
  const firstUnknown = days.find(({ unknown }) => unknown)
  const [asked, choose] = useState<string>()
  // After a change of the form the chosen day may have no sends.
  const chosen = byDay.some(({ date }) => date === asked) ? asked : undefined
  const listed = chosen ? slots.filter(({ local }) => local.startsWith(chosen)) : slots
  return (
    <div className="grid gap-4">
      <p>
        <Total simulation={simulation} />
        {endsAt && ` It ends on ${exactTime(endsAt, timeZone)}.`}
      </p>
      <Warnings warnings={simulation.warnings} />
      <HeatMap days={days} chosen={chosen} onChoose={choose} />
      {firstUnknown && (
        <p className="-mt-2 text-sm text-muted">
          From {dayWords(firstUnknown.date)} on it is not computed: there are too many sends.
        </p>
      )}
      <Load load={simulation.load} timeZone={timeZone} />
      {byGroup.length > 1 && <ByGroup groups={byGroup} total={groups} timeZone={timeZone} />}
      {all > 0 && (
        <div>
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-sm font-medium">{chosen ? dayWords(chosen) : 'Next sends'}</h3>
            {chosen && (
              <Button size="sm" variant="plain" onClick={() => choose(undefined)}>
                Show the next ones
              </Button>
            )}
          </div>
          {listed.length > 0 ? (
            <SlotList slots={listed.slice(0, SLOTS)} {...{ timeZone, texts, ownText }} />
          ) : (
            <p className="py-2 text-sm text-muted">
              Only the first {withCommas(slots.length)} times are listed one by one.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** How much is sent: what its days have together, and what is left out besides. */
export function Total({ simulation }: { simulation: Simulation }) {
  const { sends, skipped } = totalOf(simulation.byDay)
  return (
    <>
      <span className="font-medium">
        {simulation.atLeast && 'More than '}
        {count(sends, 'send')}
      </span>{' '}
      in the next {SIMULATED_DAYS} days
      {skipped > 0 && `; ${withCommas(skipped)} more ${skipped === 1 ? 'is' : 'are'} left out`}.
    </>
  )
}

/** What to look at before it is sent. */
export function Warnings({ warnings }: Pick<Simulation, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <ul aria-label="To look at" className="grid gap-1.5 rounded-md bg-warn-soft px-3 py-2">
      {warnings.slice(0, TOLD_MAX).map(({ code, text, step, groupId }) => (
        <li key={`${code} ${step} ${groupId} ${text}`} className="flex gap-2 text-sm text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
          <span className="wrap-anywhere">{inLocale(text)}</span>
        </li>
      ))}
      {warnings.length > TOLD_MAX && (
        <li className="text-sm text-warn">And {withCommas(warnings.length - TOLD_MAX)} more.</li>
      )}
    </ul>
  )
}

/** How much each connection sends in its busiest slot; shown where that takes long. */
function Load({ load, timeZone }: Pick<Simulation, 'load'> & { timeZone: string }) {
  const now = useNow()
  const busy = load.flatMap(({ busiest, ...one }) =>
    busiest && (load.length > 1 || takes(busiest) > BRIEF_MS) ? [{ ...one, busiest }] : [],
  )
  if (busy.length === 0) return null
  return (
    <ul aria-label="By connection" className="grid gap-1 text-sm text-muted">
      {busy.map(({ connectionId, label, share, busiest }) => (
        <li key={connectionId}>
          <span className="text-ink">{label}</span>, {shortTime(busiest.slotAt, timeZone, now)}:{' '}
          {count(busiest.sends, 'send')}, the last at {clockTime(busiest.lastAt, timeZone)};{' '}
          {Math.round(share * 100)} % of its pace
        </li>
      ))}
    </ul>
  )
}

/** Below this nobody waits for the last group. */
const BRIEF_MS = 60_000

const takes = ({ slotAt, lastAt }: { slotAt: string; lastAt: string }) =>
  Date.parse(lastAt) - Date.parse(slotAt)
