import { useDeferredValue } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useToday } from '../../calendar/queries.ts'
import { summary } from './summary.ts'
import { Timeline } from './Timeline.tsx'
import { withoutRepeated } from './timeline.ts'

/** All sends of today and of the next 24 hours on one axis, updated live. */
export function Today() {
  const today = useToday()
  const shown = useDeferredValue(today.data)
  if (today.isError && !today.data) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void today.refetch()}>Retry</Button>}>
        {errorWords(today.error)}
      </Banner>
    )
  }
  if (!shown) return <LoadingToday />
  const { timeZone, unlisted } = shown
  const sends = withoutRepeated(shown.sends)
  return (
    <section aria-label="Today" className="grid gap-3">
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium text-muted">
        Today and the next 24 hours
        <span role="status" className="font-normal">
          {summary(shown, sends)}
        </span>
      </h2>
      {sends.length > 0 && <Timeline {...{ sends, unlisted, timeZone }} />}
    </section>
  )
}

/** Shown while it loads. */
export const LoadingToday = () => (
  <Loading label="Loading today">
    <div className="grid gap-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-20" />
    </div>
  </Loading>
)
