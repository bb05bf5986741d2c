import { NEXT_RUNS_MAX, type Overlap, type Run } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { ShownOccurrence } from '../occurrences/actions.ts'
import { dueAt, originalTime, slots } from '../schedule/rules.ts'
import { quietForecast, withoutLimited, type QuietGroups } from '../sending/rules.ts'
import type { RunForecasts } from './forecast.ts'
import { contentAt, type SlotContent } from './rules.ts'

type Reworded = Pick<SlotContent, 'slotAt' | 'following'>

type Told = {
  rewordedSlots: readonly Reworded[]
  quiet: readonly QuietGroups[]
  forecasts?: RunForecasts | undefined
  overlap: Overlap
  /** The one that is being sent, if one is. */
  occurrence: Pick<ShownOccurrence, 'finishedAt' | 'waiting'> | null
}

/** The next runs that will be sent, and those before them that are left out: when they are due. */
type NextRuns = { runs: Run[]; leftOut: { slotAt: Date; at: Date }[] }

/** The next runs of a series, by the slots that the planner will plan. */
export function nextRuns(
  schedule: Schedule,
  from: Date,
  { rewordedSlots, quiet, forecasts, overlap, occurrence }: Told,
): NextRuns {
  const runs: Run[] = []
  const leftOut: NextRuns['leftOut'] = []
  const isOpen = overlap === 'skip' && schedule.rule.kind !== 'once' && !occurrence?.finishedAt
  const busyUntil = isOpen ? occurrence?.waiting?.lastUntil : undefined
  const quietAt = quietForecast(quiet)
  for (const slot of slots(schedule, from)) {
    const originalAt = originalTime(slot)
    const changed = slot.movedFrom
      ? ('moved' as const)
      : contentAt(rewordedSlots, originalAt) && ('content' as const)
    const at = dueAt(schedule, slot.at)
    const forecast = forecasts?.get(at.getTime())
    if (forecast === 'left out' || (busyUntil && slot.at <= busyUntil)) {
      leftOut.push({ slotAt: originalAt, at })
      continue
    }
    const isQuiet = quietAt(at)
    const quiet = isQuiet && withoutLimited(isQuiet, forecast?.quiet)
    runs.push({
      slotAt: originalAt.toISOString(),
      at: at.toISOString(),
      local: slot.local,
      ...(slot.mark ? { mark: slot.mark } : {}),
      ...(changed ? { changed } : {}),
      ...(quiet ? { quiet } : {}),
      ...(forecast ? { limit: forecast.limit } : {}),
    })
    if (runs.length === NEXT_RUNS_MAX) break
  }
  return { runs, leftOut }
}
