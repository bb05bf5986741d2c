import type { Quiet } from '@carillon/contract/groups'
import type { QuietHours } from '@carillon/contract/groups/rules'
import { fromEpoch } from '../../platform/clock.ts'
import { quietDays } from './rules.ts'

/** Groups of one send with the same quiet hours. */
export type QuietGroups = { quietHours: QuietHours; timeZone: string; groups: number }

/**
 * Forecasts what quiet hours do to a send to these groups at an instant. Use one forecast for many instants:
 * it computes each day of a zone once.
 */
export function quietForecast(all: readonly QuietGroups[]): (at: Date) => Quiet | undefined {
  const known = all.map((one) => ({ ...one, endAt: quietDays(one.quietHours, one.timeZone) }))
  return (at) => {
    let [delayed, skipped] = [0, 0]
    let ends: Set<number> | undefined
    for (const { quietHours, groups, endAt } of known) {
      const end = endAt(at)
      if (!end) continue
      if (quietHours.mode === 'skip') {
        skipped += groups
      } else {
        delayed += groups
        ends = (ends ?? new Set()).add(end.getTime())
      }
    }
    if (delayed + skipped === 0) return undefined
    const [until] = ends ?? []
    const one = until !== undefined && ends?.size === 1
    return { held: delayed, skipped, ...(one ? { until: fromEpoch(until).toISOString() } : {}) }
  }
}
