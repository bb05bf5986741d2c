import { NEXT_RUNS_MAX, type Run } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { dueAt, originalTime, slots } from '../schedule/rules.ts'
import { quietForecast, withoutLimited, type QuietGroups } from '../sending/rules.ts'
import type { RunLimits } from './daily-limits.ts'
import { contentAt, type SlotContent } from './rules.ts'

type Reworded = Pick<SlotContent, 'slotAt' | 'following'>

type Told = {
  rewordedSlots: readonly Reworded[]
  quiet: readonly QuietGroups[]
  limits?: RunLimits | undefined
}

/** The next slots that the planner will plan. */
export function nextRuns(
  schedule: Schedule,
  from: Date,
  { rewordedSlots, quiet, limits }: Told,
): Run[] {
  const runs: Run[] = []
  const quietAt = quietForecast(quiet)
  for (const slot of slots(schedule, from)) {
    const originalAt = originalTime(slot)
    const changed = slot.movedFrom
      ? ('moved' as const)
      : contentAt(rewordedSlots, originalAt) && ('content' as const)
    const at = dueAt(schedule, slot.at)
    const limited = limits?.get(at.getTime())
    const isQuiet = quietAt(at)
    const quiet = isQuiet && withoutLimited(isQuiet, limited?.quiet)
    runs.push({
      slotAt: originalAt.toISOString(),
      at: at.toISOString(),
      local: slot.local,
      ...(slot.mark ? { mark: slot.mark } : {}),
      ...(changed ? { changed } : {}),
      ...(quiet ? { quiet } : {}),
      ...(limited ? { limit: limited.limit } : {}),
    })
    if (runs.length === NEXT_RUNS_MAX) break
  }
  return runs
}
