import { COUNTED_DAYS, getDailyCounts } from '@carillon/contract/calendar'
import { getStatus, type Status } from '@carillon/contract/status'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { count, withCommas } from '../../../ui/words.ts'
import { Section } from '../Section.tsx'
import { DayBars } from './DayBars.tsx'
import { countsWords, punctualityWords, sumOf } from './words.ts'

/** No live event sums up deliveries: the open section asks this often, in milliseconds. */
const REFETCH_MS = 20_000

/** How many copies went out on the last days, how soon after their time, and what waits. */
export function Deliveries() {
  const counts = useQuery({
    queryKey: ['daily-counts'],
    queryFn: () => call(getDailyCounts),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
  const status = useQuery({
    queryKey: ['status'],
    queryFn: () => call(getStatus),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
  const error = counts.error ?? status.error
  const retry = () => void Promise.all([counts.refetch(), status.refetch()])
  return (
    <Section
      id="deliveries"
      note="How many copies went out, and how soon after their time. To many groups they go one after the other, at the pace of the network."
    >
      {error && (
        <Banner
          tone="danger"
          title="The figures could not be loaded"
          action={<Button onClick={retry}>Retry</Button>}
        >
          {errorWords(error)}
        </Banner>
      )}
      {counts.data && status.data ? (
        <>
          <DayBars days={counts.data.days} />
          <div className="grid gap-1.5">
            <p>
              Last {count(counts.data.days.length, 'day')}: {countsWords(sumOf(counts.data.days))}.
            </p>
            <p className="text-muted">{punctualityWords(status.data.lateness)}</p>
            <Waiting lanes={status.data.lanes} />
          </div>
        </>
      ) : (
        !error && (
          <Loading label={`Loading the last ${COUNTED_DAYS} days`}>
            <Skeleton className="h-32" />
          </Loading>
        )
      )}
    </Section>
  )
}

/** What is due and still waits, for each connection. */
function Waiting({ lanes }: Pick<Status, 'lanes'>) {
  const { timeZone } = useUser()
  return lanes.map(
    ({ connectionId, identity, waiting, waitingSince }) =>
      waitingSince && (
        <p key={connectionId} className="text-warn">
          {identity}: {waiting === 1 ? '1 copy waits' : `${withCommas(waiting)} copies wait`}, since{' '}
          <Time at={waitingSince} zone={timeZone} as="within" breaks />.
        </p>
      ),
  )
}
