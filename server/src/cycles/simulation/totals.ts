import { GROUPS_LISTED_MAX, type Simulation } from '@carillon/contract/cycles'
import { fromEpoch } from '../../platform/clock.ts'
import type { Forecast } from './lanes.ts'
import type { SentTo } from './warnings.ts'

export type Totals = {
  sent(to: SentTo, forecast: Forecast): void
  counts(): Pick<Simulation, 'byDay'> & { byGroup: Omit<Simulation['byGroup'][number], 'others'>[] }
}

/** Counts all sends of a simulation by day and by group, also those that are not listed one by one. */
export function openTotals(groupIds: readonly string[], steps: number): Totals {
  const days = new Map<string, { sends: number; skipped: number }>()
  const groups = groupIds.map((groupId) => ({
    groupId,
    sends: 0,
    held: 0,
    skipped: 0,
    steps: 0,
    firstAt: Infinity,
    lastAt: -Infinity,
  }))
  // Which steps each group got; one more entry for texts that are no step.
  const got = new Uint8Array(groupIds.length * (steps + 1))
  return {
    sent({ groupIndex, step, day }, { at, rule, skipped }) {
      const today = days.get(day) ?? { sends: 0, skipped: 0 }
      days.set(day, today)
      const group = groups[groupIndex]!
      if (skipped) {
        today.skipped += 1
        group.skipped += 1
        return
      }
      today.sends += 1
      group.sends += 1
      if (rule) group.held += 1
      const key = groupIndex * (steps + 1) + step + 1
      group.steps += 1 - got[key]!
      got[key] = 1
      group.firstAt = Math.min(group.firstAt, at)
      group.lastAt = Math.max(group.lastAt, at)
    },
    counts: () => ({
      byDay: [...days].map(([date, counts]) => ({ date, ...counts })),
      byGroup: groups.slice(0, GROUPS_LISTED_MAX).map(({ firstAt, lastAt, ...counts }) => ({
        ...counts,
        firstAt: instantOf(firstAt),
        lastAt: instantOf(lastAt),
      })),
    }),
  }
}

const instantOf = (ms: number) => (Number.isFinite(ms) ? fromEpoch(ms).toISOString() : null)
