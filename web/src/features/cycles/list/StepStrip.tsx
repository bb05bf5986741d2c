import type { CycleSummary } from '@carillon/contract/cycles'
import { cn } from '../../../ui/cn.ts'

/** From this many steps on the strip is one bar. */
const MANY = 40

type StepStripProps = {
  cycle: Pick<CycleSummary, 'stepCount' | 'progress' | 'order' | 'mode' | 'status'>
}

/**
 * The steps of a cycle as a strip: those that the round has passed, and the next one; words beside it say the same.
 * Those passed are not green: some may have been skipped, and the round does not know which. If the order is drawn, no step is lit: the third of three would look like two thirds done.
 */
export function StepStrip({ cycle }: StepStripProps) {
  const { stepCount, progress, order, mode, status } = cycle
  const isOver = status === 'finished'
  const next = isOver ? null : progress.nextStep
  // A shuffled or weighted round has its own order.
  const goesAlong = mode === 'same' && (order === 'sequence' || order === 'once')
  const passedCount =
    goesAlong && next !== null && status !== 'draft' ? next : isOver ? stepCount : 0
  const lit = goesAlong ? next : null
  if (stepCount === 0) return null
  if (stepCount > MANY) {
    return (
      <span aria-hidden className="flex h-1.5 w-full overflow-hidden rounded-full bg-line-strong">
        <span className="bg-muted" style={{ width: `${(passedCount / stepCount) * 100}%` }} />
      </span>
    )
  }
  return (
    <span aria-hidden className="flex h-1.5 w-full gap-0.5">
      {Array.from({ length: stepCount }, (_, n) => (
        <span
          key={n}
          className={cn(
            'min-w-0 flex-1 rounded-full',
            n === lit ? 'bg-info' : n < passedCount ? 'bg-muted' : 'bg-line-strong',
          )}
        />
      ))}
    </span>
  )
}
