import type { Cycle } from '@carillon/contract/cycles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SIMULATION_DAYS_MAX, simulateCycle } from '@carillon/contract/cycles'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords, isApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { aheadKey } from '../cache.ts'
import { formOf, inputOf } from '../form.ts'
import { ownTextsOf } from '../runs/ownTexts.ts'
import { SkippedRuns } from '../runs/SkippedRuns.tsx'
import { SLOTS } from '../simulation/SimulationView.tsx'
import { isStuck, stepWordsOf } from '../words.ts'
import { SlotList } from '../simulation/SlotList.tsx'

/** The number of runs that are shown at first if the steps are below them. */
const FOLDED = 4

/** The next ten runs of a cycle from its simulation, each with its actions. */
export function UpNext({ cycle }: { cycle: Cycle }) {
  const { timeZone } = useUser()
  const wide = useWide()
  const [all, setAll] = useState(false)
  const isFolded = !wide && !all
  const { id, status, editedRev, nextAt, pausedUntil, progress, schedule } = cycle
  const simulation = useQuery({
    queryKey: [
      ...aheadKey(id),
      editedRev,
      status,
      pausedUntil,
      nextAt,
      progress.sends,
      progress.nextStepId,
    ],
    queryFn: ({ signal }) => {
      const input = inputOf(formOf(cycle, Date.now(), timeZone), 'active', cycle)
      const body = {
        ...input,
        cycleId: id,
        status: status === 'paused' ? status : ('active' as const),
        days: SIMULATION_DAYS_MAX,
        slots: SLOTS,
        sends: 0,
      }
      return call(simulateCycle, { body }, { signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data } = simulation
  const last = data?.slots.at(-1)?.slotAt ?? ''
  const isNear = (slotAt: string) => slotAt < last
  const canChange = status === 'active' || status === 'paused'
  return (
    <Card aria-label="Up next">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted">
        {status === 'paused' ? 'Up next, once it is resumed' : 'Up next'}
      </h2>
      {/* Where they would have been: before the runs that are sent. */}
      <SkippedRuns cycle={cycle} only={isNear} className="border-b" />
      <div className="px-4 py-1.5">
        {data ? (
          data.slots.length === 0 ? (
            <p className="py-2 text-muted">
              {isStuck(cycle)
                ? 'Switch a step on, or give it more days or sends.'
                : `Nothing in the next ${SIMULATION_DAYS_MAX} days.`}
            </p>
          ) : (
            <>
              <SlotList
                slots={isFolded ? data.slots.slice(0, FOLDED) : data.slots}
                timeZone={schedule?.timeZone ?? timeZone}
                inOwnZone
                texts={cycle.steps.map(({ content }) => stepWordsOf(content))}
                ownText={ownTextsOf(cycle)}
                actionsOf={canChange ? cycle : undefined}
              />
              {isFolded && data.slots.length > FOLDED && (
                <Button size="sm" variant="plain" className="-ml-2" onClick={() => setAll(true)}>
                  Show {data.slots.length - FOLDED} more
                </Button>
              )}
            </>
          )
        ) : simulation.isError ? (
          <p className="flex flex-wrap items-center gap-3 py-2 text-muted">
            {wordsOf(simulation.error)}
            {!isApiError(simulation.error, 'invalid') && (
              <Button size="sm" onClick={() => void simulation.refetch()}>
                Retry
              </Button>
            )}
          </p>
        ) : (
          <Loading label="Working out what comes next">
            <div className="grid gap-3 py-2">
              <Skeleton className="h-5" />
              <Skeleton className="h-5" />
              <Skeleton className="h-5 w-2/3" />
            </div>
          </Loading>
        )}
      </div>
      <SkippedRuns cycle={cycle} only={(slotAt) => !isNear(slotAt)} className="border-t" />
    </Card>
  )
}

/** Why there is no simulation: what a draft lacks. */
const wordsOf = (error: unknown) =>
  (isApiError(error, 'invalid') && error.details[0]?.message) || errorWords(error)
