import { GROUPS_TOLD_MAX, type Simulation } from '@carillon/contract/cycles'
import { fromEpoch } from '../platform/clock.ts'
import type { Forecast } from './lanes.ts'

export type Totals = {
  /** One send to the group at this place. */
  sent(place: number, send: Forecast & { stepId: string; day: string }): void
  told(): Pick<Simulation, 'byDay' | 'byGroup'>
}

/** Counts all sends of a simulation by day and by group, also those that are not listed one by one. */
export function openTotals(groupIds: readonly string[]): Totals {
  const days = new Map<string, { sends: number; skipped: number }>()
  const groups = groupIds.map((groupId) => ({
    groupId,
    sends: 0,
    held: 0,
    skipped: 0,
    steps: new Set<string>(),
    firstAt: Infinity,
    lastAt: -Infinity,
  }))
  return {
    sent(place, { stepId, day, at, rule, skipped }) {
      const today = days.get(day) ?? { sends: 0, skipped: 0 }
      days.set(day, today)
      const group = groups[place]!
      const counted = [today, group]
      if (skipped) {
        for (const one of counted) one.skipped += 1
        return
      }
      for (const one of counted) one.sends += 1
      if (rule) group.held += 1
      group.steps.add(stepId)
      group.firstAt = Math.min(group.firstAt, at)
      group.lastAt = Math.max(group.lastAt, at)
    },
    told: () => ({
      byDay: [...days].map(([date, counts]) => ({ date, ...counts })),
      byGroup: groups.slice(0, GROUPS_TOLD_MAX).map(({ steps, firstAt, lastAt, ...counts }) => ({
        ...counts,
        steps: steps.size,
        firstAt: instantOf(firstAt),
        lastAt: instantOf(lastAt),
      })),
    }),
  }
}

const instantOf = (ms: number) => (Number.isFinite(ms) ? fromEpoch(ms).toISOString() : null)
