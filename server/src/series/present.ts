import { NEXT_RUNS_MAX, type Run } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { dueAt, namedTime, slots } from '../schedule/rules.ts'
import { quietForecast, type QuietGroups } from '../sending/rules.ts'
import { contentAt, type SlotContent } from './rules.ts'

type Reworded = Pick<SlotContent, 'slotAt' | 'following'>

/** The next slots that the planner will plan. */
export function nextRuns(
  schedule: Schedule,
  from: Date,
  { rewordedSlots, quiet }: { rewordedSlots: readonly Reworded[]; quiet: readonly QuietGroups[] },
): Run[] {
  const runs: Run[] = []
  const quietAt = quietForecast(quiet)
  for (const slot of slots(schedule, from)) {
    const namedAt = namedTime(slot)
    const changed = slot.movedFrom
      ? ('moved' as const)
      : contentAt(rewordedSlots, namedAt) && ('content' as const)
    const at = dueAt(schedule, slot.at)
    const quiet = quietAt(at)
    runs.push({
      slotAt: namedAt.toISOString(),
      at: at.toISOString(),
      local: slot.local,
      ...(slot.mark ? { mark: slot.mark } : {}),
      ...(changed ? { changed } : {}),
      ...(quiet ? { quiet } : {}),
    })
    if (runs.length === NEXT_RUNS_MAX) break
  }
  return runs
}
