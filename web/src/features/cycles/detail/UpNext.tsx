import type { Cycle } from '@carillon/contract/cycles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { simulateCycle } from '@carillon/contract/cycles'
import { call } from '../../../api/call.ts'
import { errorWords, isApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { lineOf } from '../../compose/content/line.ts'
import { aheadKey } from '../cache.ts'
import { formOf, inputOf } from '../form.ts'
import { SkippedRuns } from '../runs/SkippedRuns.tsx'
import { slotsOf } from '../simulation/days.ts'
import { SLOTS } from '../simulation/SimulationView.tsx'
import { isStuck } from '../words.ts'
import { SlotList } from '../simulation/SlotList.tsx'

/** The next ten times of a cycle, as its simulation from where it stands has them, each with what can be done about it. */
export function UpNext({ cycle }: { cycle: Cycle }) {
  const { timeZone } = useUser()
  const { id, status, editedRev, nextAt, progress, schedule } = cycle
  const simulation = useQuery({
    queryKey: [...aheadKey(id), editedRev, nextAt, progress.sends, progress.nextStepId],
    queryFn: ({ signal }) => {
      const input = inputOf(formOf(cycle, Date.now(), timeZone), 'active', cycle)
      return call(simulateCycle, { body: { ...input, cycleId: id } }, { signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data } = simulation
  const canChange = status === 'active' || status === 'paused'
  return (
    <Card aria-label="Up next">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted">
        {status === 'paused' ? 'Up next, once it is resumed' : 'Up next'}
      </h2>
      <div className="px-4 py-1.5">
        {data ? (
          data.sends.length === 0 ? (
            <p className="py-2 text-muted">
              {isStuck(cycle)
                ? 'Switch a step on, or give it more days or sends.'
                : 'Nothing in the next 30 days.'}
            </p>
          ) : (
            <SlotList
              slots={slotsOf(data.sends, SLOTS)}
              timeZone={schedule?.timeZone ?? timeZone}
              texts={cycle.steps.map(({ content }) => lineOf(content))}
              ownText={(slotAt) =>
                cycle.exceptions.find((one) => one.slotAt === slotAt)?.content?.text
              }
              actionsOf={canChange ? cycle : undefined}
            />
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
      <SkippedRuns cycle={cycle} />
    </Card>
  )
}

/** What keeps it from being worked out: of a draft, what it lacks. */
const wordsOf = (error: unknown) =>
  (isApiError(error, 'invalid') && error.details[0]?.message) || errorWords(error)
