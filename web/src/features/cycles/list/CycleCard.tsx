import type { CycleSummary } from '@carillon/contract/cycles'
import { TriangleAlert } from 'lucide-react'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { buttonClasses } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { inLocale } from '../../../ui/time/inLocale.ts'
import { capital } from '../../../ui/words.ts'
import { NO_GROUP_REACHED, Unreachable, useUnreachable } from '../../connections/Unreachable.tsx'
import { keptWords } from '../../groups/delayWords.ts'
import { UpgradeLink } from '../../limits/UpgradeLink.tsx'
import { GroupsOf } from '../../messages/list/GroupsOf.tsx'
import { Results } from '../../messages/automated/Results.tsx'
import { isSending, progressWords } from '../../messages/words.ts'
import { CycleActions } from '../actions/CycleActions.tsx'
import { CycleSwitch } from '../actions/CycleSwitch.tsx'
import { CycleMark } from '../CycleMark.tsx'
import { StepLine } from '../StepLine.tsx'
import { isPlain, isStuck, nameOf, placeWords, stateWords, SUSPENDED } from '../words.ts'
import { StepStrip } from './StepStrip.tsx'

/** One cycle of the list: its state, its next run and its last results. */
export function CycleCard({ cycle }: { cycle: CycleSummary }) {
  const { id, status, words, attention, lastResults } = cycle
  const state = stateWords(cycle)
  return (
    <article
      aria-label={nameOf(cycle)}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 dir="auto" className="line-clamp-2 text-md font-medium wrap-anywhere">
            <CycleMark color={cycle.color} />
            <Link to={paths.cycle(id)} className="rounded-sm hover:underline">
              {nameOf(cycle)}
            </Link>
          </h2>
          <p className="line-clamp-2 text-sm text-muted">
            {words ? inLocale(capital(words)) : 'No timetable yet'}
          </p>
        </div>
        <div className="-mt-1 flex shrink-0 items-center gap-2">
          <CycleSwitch cycle={cycle} />
          <CycleActions cycle={cycle} />
        </div>
      </div>
      <Next cycle={cycle} />
      {!attention && (status === 'active' || status === 'paused') && (
        <Unreachable among={cycle.groupIds} />
      )}
      {attention && (
        <p className="flex gap-2 text-sm text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
          <span>
            {attention.text}{' '}
            {attention.action && (
              <Link
                to={attention.action.href ?? paths.cycle(id)}
                className="rounded-sm font-medium text-ink underline underline-offset-4"
              >
                {attention.action.label}
              </Link>
            )}
          </span>
        </p>
      )}
      <div className="mt-auto grid gap-1.5">
        <StepStrip cycle={cycle} />
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted tabular-nums">
          <span>{placeWords(cycle)}</span>
          {status !== 'draft' && <Results results={lastResults} />}
        </p>
        <GroupsOf {...cycle} />
      </div>
      {(!isPlain(state) || status === 'draft') && (
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <Badge tone={state.tone} {...('moving' in state ? { pulsing: true } : {})}>
            {state.label}
          </Badge>
          {status === 'draft' && (
            <Link to={paths.editCycle(id)} className={buttonClasses({ size: 'sm' })}>
              Review and start
            </Link>
          )}
        </div>
      )}
    </article>
  )
}

/** The present run, else the next one, else why there is none. */
export function Next({ cycle }: { cycle: CycleSummary }) {
  const { timeZone } = useUser()
  const { status, occurrence, nextRuns, pausedUntil, groupIds, groupCount } = cycle
  const [run] = nextRuns
  const unreachable = useUnreachable(groupIds)
  if (occurrence && isSending(cycle)) {
    return (
      <p data-tabular role="status" className="text-sm text-busy">
        Sending: {progressWords(occurrence)}
      </p>
    )
  }
  if (status === 'paused') {
    return (
      <p className="text-sm text-muted">
        {pausedUntil ? (
          <>
            Pause ends: <Time at={pausedUntil} zone={timeZone} as="short" />
          </>
        ) : (
          'Nothing is sent by itself until you switch it on again.'
        )}
      </p>
    )
  }
  if (status === 'suspended') {
    return (
      <p className="flex gap-2 text-sm text-warn">
        <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
        <span>
          {SUSPENDED} <UpgradeLink />
        </span>
      </p>
    )
  }
  if (status !== 'active') {
    return (
      <p className="text-sm text-muted">
        {status === 'draft'
          ? 'Nothing is sent before you start it.'
          : 'It has ended. Start it again to go on.'}
      </p>
    )
  }
  if (groupCount > 0 && unreachable.length === groupCount) {
    return <p className="text-sm text-warn">{NO_GROUP_REACHED}</p>
  }
  if (isStuck(cycle)) {
    return (
      <p className="text-sm text-warn">
        No step can come: all are off, outside of their days, or have had their most sends.
      </p>
    )
  }
  if (!run) return <p className="text-sm text-muted">No time to come</p>
  const [part] = run.parts
  const kept = keptWords(run, timeZone)
  return (
    <p className="grid text-sm">
      <span>
        Next <Time at={run.at} zone={timeZone} as="short" className="font-medium" />
        <span className="text-muted">
          {' · '}
          <Time at={run.at} zone={timeZone} as="ahead" />
        </span>
      </span>
      <span className="flex min-w-0 text-muted">
        {part ? <StepLine {...part} /> : run.changed === 'content' ? 'A text of its own' : ''}
      </span>
      {kept && <span className="text-muted">{kept}</span>}
    </p>
  )
}
