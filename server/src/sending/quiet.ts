import type { Quiet } from '@carillon/contract/groups'
import type { QuietHours } from '@carillon/contract/groups/rules'
import { fromEpoch } from '../platform/clock.ts'
import { quietDays } from './group-rules.ts'

/** Groups of one send that are quiet at the same time. */
export type QuietGroups = { quietHours: QuietHours; timeZone: string; groups: number }

/**
 * Tells what quiet hours will do to what goes to these groups at an instant. Ask one forecast of many
 * instants: it reads each day of a zone once.
 */
export function quietForecast(all: readonly QuietGroups[]): (at: Date) => Quiet | undefined {
  const known = all.map((one) => ({ ...one, endAt: quietDays(one.quietHours, one.timeZone) }))
  return (at) => {
    let [held, skipped] = [0, 0]
    const ends = new Set<number>()
    for (const { quietHours, groups, endAt } of known) {
      const end = endAt(at)
      if (!end) continue
      if (quietHours.mode === 'skip') {
        skipped += groups
      } else {
        held += groups
        ends.add(end.getTime())
      }
    }
    if (held + skipped === 0) return undefined
    const [until] = ends
    const one = until !== undefined && ends.size === 1
    return { held, skipped, ...(one ? { until: fromEpoch(until).toISOString() } : {}) }
  }
}
