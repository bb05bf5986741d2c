import type { getToday, Send } from '@carillon/contract/calendar'
import type { DataOf } from '@carillon/contract/endpoint'
import { useDeferredValue } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { withCommas } from '../../../ui/words.ts'
import { useToday } from '../../calendar/queries.ts'
import { sendWords } from '../../calendar/sends.ts'
import { Timeline } from './Timeline.tsx'
import { countOf, withoutRepeated } from './timeline.ts'

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

/** The number of sends by status: `3 sent, 1 failed, 17 upcoming`. */
function summary(
  { sends: listed, unlisted = [], count: all, atLeast }: DataOf<typeof getToday>,
  sends: readonly Send[],
): string {
  if (all === 0) return 'Nothing goes out.'
  const counts = new Map<string, number>()
  const add = (send: Parameters<typeof sendWords>[0], n: number) => {
    const { label } = sendWords(send)
    counts.set(label, (counts.get(label) ?? 0) + n)
  }
  // What no group can get is to come, or waits, all the same.
  for (const { unreachable: _, ...send } of sends) add(send, 1)
  for (const { willSkip, count, ...stretch } of unlisted) {
    add({ ...stretch, ...(willSkip ? { limit: { held: 0, skipped: 1 } } : {}) }, count)
  }
  const items = order.flatMap((one) => {
    const { label } = sendWords(one)
    const n = counts.get(label)
    return n ? `${withCommas(n)} ${label.toLowerCase()}` : []
  })
  const more = all - listed.length - countOf(unlisted)
  if (more > 0) items.push(`${withCommas(more)}${atLeast ? '+' : ''} more`)
  else if (atLeast) items.push('and more')
  return items.join(', ')
}

const order: Parameters<typeof sendWords>[0][] = [
  { status: 'done' },
  { status: 'done', deleted: 'some' },
  { status: 'done', deleted: 'all' },
  { status: 'partly' },
  { status: 'partly', unsure: true },
  { status: 'failed' },
  { status: 'skipped', missed: true },
  { status: 'skipped' },
  { status: 'sending' },
  { status: 'sending', waitsUntil: 'later' },
  { status: 'planned' },
  { status: 'planned', limit: { held: 0, skipped: 1 } },
]
