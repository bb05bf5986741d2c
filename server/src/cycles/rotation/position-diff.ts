import { isDeepStrictEqual } from 'node:util'
import { BEGINNING, type Place, type Position } from './position.ts'

/**
 * How a slot changed a position, kept with its occurrence. Only groups whose place changed are in it, and those with
 * the same change are stored together.
 */
export type Moved = {
  sends: Change<number>
  nextGroup: Change<string | null>
  /** Missing if no group was passed over, before or after. */
  passed?: Change<Position['passed']>
  /** How often each step had been sent before this slot. After it, each of its steps counts one more. */
  said: Readonly<Record<string, number>>
  place: Change<Place>
  groups: readonly (Change<Place> & { groupIds: readonly string[] })[]
}

type Change<T> = { from: T; to: T }

/** The difference between the position before a slot and the one after it; `stepIds` are the steps of the slot. */
export function movedBetween(from: Position, to: Position, stepIds: readonly string[]): Moved {
  const groups = new Map<string, Change<Place> & { groupIds: string[] }>()
  for (const [id, place] of Object.entries(to.places)) {
    const before = from.places[id] ?? BEGINNING
    if (before === place) continue
    const key = JSON.stringify([before, place])
    const known = groups.get(key)
    if (known) known.groupIds.push(id)
    else groups.set(key, { from: before, to: place, groupIds: [id] })
  }
  return {
    sends: { from: from.sends, to: to.sends },
    nextGroup: { from: from.nextGroup, to: to.nextGroup },
    ...(from.passed || to.passed ? { passed: { from: from.passed, to: to.passed } } : {}),
    said: Object.fromEntries(stepIds.map((id) => [id, from.said[id] ?? 0])),
    place: { from: from.place, to: to.place },
    groups: [...groups.values()],
  }
}

/**
 * The position before a slot of which nothing was sent. Undefined if the cycle has moved on since the slot, or if the
 * step that would be next was removed.
 */
export const moveBack = (position: Position, moved: Moved, steps: ReadonlySet<string>) =>
  moveFrom(position, { moved, steps, way: 'back' })

/** The position after a slot that was sent after all; undefined in the same cases. */
export const moveForth = (position: Position, moved: Moved, steps: ReadonlySet<string>) =>
  moveFrom(position, { moved, steps, way: 'forth' })

type MoveInput = { moved: Moved; steps: ReadonlySet<string>; way: 'back' | 'forth' }

function moveFrom(position: Position, { moved, steps, way }: MoveInput): Position | undefined {
  const [here, there] = way === 'back' ? (['to', 'from'] as const) : (['from', 'to'] as const)
  const counted = (at: typeof here, n: number) => (at === 'to' ? n + 1 : n)
  // Steps that were removed in the meantime, and groups without a stored place, are ignored.
  const said = Object.entries(moved.said).filter(([id]) => steps.has(id))
  const groups = moved.groups.map((one) => ({
    ...one,
    groupIds: one.groupIds.filter((id) => position.places[id] !== undefined),
  }))
  const stands =
    position.sends === moved.sends[here] &&
    position.nextGroup === moved.nextGroup[here] &&
    said.every(([id, n]) => (position.said[id] ?? 0) === counted(here, n)) &&
    isDeepStrictEqual(position.place, moved.place[here]) &&
    groups.every((one) =>
      one.groupIds.every((id) => isDeepStrictEqual(position.places[id], one[here])),
    )
  const waits = [moved.place[there], ...groups.map((one) => one[there])]
  const isThere = ({ next }: Place) => next === null || steps.has(next.stepId)
  if (!stands || !waits.every(isThere)) return undefined
  const places = groups.flatMap((one) => one.groupIds.map((id) => [id, one[there]] as const))
  return {
    place: moved.place[there],
    places: { ...position.places, ...Object.fromEntries(places) },
    nextGroup: moved.nextGroup[there],
    passed: moved.passed ? moved.passed[there] : position.passed,
    sends: moved.sends[there],
    said: Object.fromEntries(
      Object.entries({
        ...position.said,
        ...Object.fromEntries(said.map(([id, n]) => [id, counted(there, n)])),
      }).filter(([, n]) => n > 0),
    ),
  }
}
