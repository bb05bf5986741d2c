import type { Schedule } from '@carillon/contract/schedule'
import type { Cycle } from '@carillon/contract/cycles'
import { dueAt, localDay, nextSlot } from '../schedule/rules.ts'
import { quietForecast } from '../sending/rules.ts'
import { readPosition } from './rotation/stored-position.ts'
import type { Position } from './rotation/position.ts'
import type { Rotation } from './rotation/rounds.ts'
import type { SlotFacts } from './rotation/step-selection.ts'
import type { StepRow } from './steps-store.ts'
import type { CycleRow } from './store.ts'
import type { PostTarget } from './targets-store.ts'

type Parts = {
  steps: readonly Omit<StepRow, 'cycleId' | 'place' | 'contentId'>[]
  groupIds: readonly string[]
}

/** The fields of a cycle that decide who gets which step. */
export const rotationOf = (
  row: Pick<CycleRow, 'order' | 'mode' | 'stepsPerSlot' | 'seed'> & { ends: Cycle['ends'] | null },
  { steps, groupIds }: Parts,
): Rotation => ({
  order: row.order,
  mode: row.mode,
  stepsPerSlot: row.stepsPerSlot,
  seed: row.seed,
  ends: row.ends ?? {},
  groupIds,
  steps: steps.map(({ id, enabled, weight, fromDay, untilDay, maxSends }) => ({
    id,
    enabled,
    weight,
    from: fromDay,
    until: untilDay,
    maxSends,
  })),
})

/** A cycle with everything that decides what it sends. */
export type LoadedCycle = {
  row: CycleRow
  steps: readonly StepRow[]
  targets: readonly PostTarget[]
  rotation: Rotation
  position: Position
}

export function loadedCycleOf(
  row: CycleRow,
  steps: readonly StepRow[] = [],
  targets: readonly PostTarget[] = [],
): LoadedCycle {
  const groupIds = targets.map(({ groupId }) => groupId)
  const rotation = rotationOf(row, { steps, groupIds })
  return { row, steps, targets, rotation, position: readPosition(row.position, groupIds) }
}

/** The facts that decide a slot of a schedule. */
export function factsAt(schedule: Schedule, targets: readonly PostTarget[]) {
  const reach = reachAt(targets)
  return (at: Date): SlotFacts => ({
    day: localDay(schedule.timeZone, at),
    ...reach(dueAt(schedule, at)),
  })
}

/** The facts for a send at this moment. */
export const presentFacts = (
  { row, targets }: Pick<LoadedCycle, 'row' | 'targets'>,
  now: Date,
): SlotFacts => ({
  day: localDay(row.schedule?.timeZone ?? 'UTC', now),
  ...reachAt(targets)(now),
})

/**
 * Which groups can be reached at an instant, and which of the others may come back. A group that skips sends in its
 * quiet hours counts as unreachable then, so that it keeps its place.
 */
function reachAt(targets: readonly PostTarget[]) {
  const known = new Map<string, (at: Date) => boolean>()
  const quietOf = ({ quietHours, timeZone }: PostTarget) => {
    if (quietHours?.mode !== 'skip') return undefined
    const key = JSON.stringify([quietHours, timeZone])
    const found = known.get(key)
    if (found) return found
    const forecast = quietForecast([{ quietHours, timeZone, groups: 1 }])
    const isQuiet = (at: Date) => forecast(at) !== undefined
    known.set(key, isQuiet)
    return isQuiet
  }
  const open = targets.filter(isOpen).map((target) => ({ ...target, quiet: quietOf(target) }))
  const mayReturn = new Set(targets.filter((one) => !isGone(one)).map(({ groupId }) => groupId))
  // Most slots reach the same groups as the slot before. The set is then used again, because it may have
  // thousands of groups.
  let last: { asleep: string; reachable: ReadonlySet<string> } | undefined
  return (at: Date): Omit<SlotFacts, 'day'> => {
    const asleep = [...known.values()].map((isQuiet) => isQuiet(at)).join()
    if (last?.asleep !== asleep) {
      const awake = open.filter(({ quiet }) => !quiet?.(at))
      last = { asleep, reachable: new Set(awake.map(({ groupId }) => groupId)) }
    }
    return { reachable: last.reachable, mayReturn }
  }
}

/** The facts of the first slot from `now` on, as if each group that may come back could be reached. */
export function factsOfStart(
  schedule: Schedule | null,
  {
    targets,
    groupIds,
    now,
  }: { targets: readonly PostTarget[]; groupIds: readonly string[]; now: Date },
): SlotFacts {
  const gone = new Set(targets.filter(isGone).map(({ groupId }) => groupId))
  const first = schedule ? (nextSlot(schedule, now)?.at ?? now) : now
  return {
    day: localDay(schedule?.timeZone ?? 'UTC', first),
    reachable: new Set(groupIds.filter((id) => !gone.has(id))),
  }
}

/** Whether something can be sent to a group now. */
export const isOpen = ({ status }: Pick<PostTarget, 'status'>): boolean =>
  status === 'active' || status === 'limited'

/** Whether a group is lost or removed, and not only for a time. */
export const isGone = ({ status }: Pick<PostTarget, 'status'>): boolean =>
  status === 'lost' || status === 'removed'
