import type { Cycle } from '@carillon/contract/cycles'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { wallTime } from '../../../ui/time/words.ts'
import { toZone } from '../../schedule/when.ts'
import { useChangeCycleRun } from './useChangeCycleRun.ts'

type SkippedRunsProps = {
  cycle: Cycle
  /** Which of them are shown. */
  only: (slotAt: string) => boolean
  className: string
}

/** The runs to come that are left out: they are not among those that are up next. */
export function SkippedRuns({ cycle, only, className }: SkippedRunsProps) {
  const { change, busy } = useChangeCycleRun(cycle)
  const { timeZone } = useUser()
  const skipped = cycle.exceptions.filter(({ skip, slotAt }) => skip && only(slotAt))
  if (skipped.length === 0) return null
  return (
    <ul aria-label="Skipped ones" className={cn('grid gap-1.5 border-line px-4 py-2.5', className)}>
      {skipped.map(({ slotAt, local }) => (
        <li key={slotAt} className="flex items-center justify-between gap-3 text-sm">
          <span>
            {wallTime(toZone(local, { from: cycle.schedule?.timeZone ?? timeZone, to: timeZone }))}:{' '}
            <span className="text-muted">skipped</span>
          </span>
          <Button
            size="sm"
            loading={busy}
            onClick={() => void change(slotAt, { restore: true }, 'This run is as planned again')}
          >
            Undo change
          </Button>
        </li>
      ))}
    </ul>
  )
}
