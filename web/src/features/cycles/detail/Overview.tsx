import type { Cycle } from '@carillon/contract/cycles'
import { useUser } from '../../../api/session/useSession.ts'
import { Card } from '../../../ui/Card.tsx'
import { inClock } from '../../../ui/time/words.ts'
import { GroupsOf } from '../../messages/list/GroupsOf.tsx'
import { isSending } from '../../messages/words.ts'
import { count } from '../../groups/words.ts'
import { Next } from '../list/CycleCard.tsx'
import { StepStrip } from '../list/StepStrip.tsx'
import { modeWords, orderWords, placeWords } from '../words.ts'

/** Where a cycle stands, live: what is being sent, else what comes next. */
export function Overview({ cycle }: { cycle: Cycle }) {
  const { timeZone } = useUser()
  const { occurrence, words, stepCount, progress, schedule, order, mode } = cycle
  return (
    <Card aria-label="Where it stands" className="grid gap-4 p-4 md:p-5">
      {occurrence && isSending(cycle) ? (
        <div className="grid gap-2">
          <p role="status" className="text-lg font-semibold tabular-nums">
            Sending {occurrence.total - occurrence.pending} of {occurrence.total}
          </p>
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-accent"
              style={{
                width: `${((occurrence.total - occurrence.pending) / occurrence.total) * 100}%`,
              }}
            />
          </span>
        </div>
      ) : (
        <Next cycle={cycle} />
      )}
      <div className="grid gap-1.5">
        <StepStrip count={stepCount} next={progress.nextStep} />
        <p className="text-sm text-muted tabular-nums">
          {placeWords(cycle)}
          {progress.sends > 0 && ` · ${count(progress.sends, 'message')} so far`}
        </p>
      </div>
      <p className="grid gap-0.5 text-sm text-muted">
        <span>
          {words ? inClock(words.charAt(0).toUpperCase() + words.slice(1)) : 'No timetable yet'}
          {schedule && schedule.timeZone !== timeZone && `, ${schedule.timeZone}`}
        </span>
        <span>
          {orderWords[order].label}. {modeWords[mode].label}.
        </span>
        <GroupsOf {...cycle} />
      </p>
    </Card>
  )
}
