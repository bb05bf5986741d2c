import { readDecided } from '../occurrences/actions.ts'
import type { Decided, OccurrenceChange } from '../occurrences/port.ts'
import type { Tx } from '../platform/context.ts'
import { storedPosition, readPosition } from './rotation/stored-position.ts'
import { moveBack, moveForth, type Moved } from './rotation/position-diff.ts'
import type { CycleRow } from './store.ts'
import { readSteps } from './steps-store.ts'
import { readTargets } from './targets-store.ts'

/** Occurrences of a cycle that have ended, or go on. */
export type Ended = { cycle: CycleRow; occurrences: readonly OccurrenceChange[] }

/** The position of a cycle, and the occurrence of which nothing was sent. */
export type Returned = Pick<CycleRow, 'position' | 'returnedFrom'>

/**
 * The new position of each cycle after these occurrences have changed, by the cycle's id; cycles whose position does
 * not change are missing. When nothing of an occurrence was sent, the position goes back to where it was before it, so
 * that its steps are not lost. When a person sends it later after all, the position moves behind it again.
 */
export async function positionsAfter(
  tx: Tx,
  ended: readonly Ended[],
): Promise<ReadonlyMap<string, Returned>> {
  const asked = ended
    .map((one) => ({
      ...one,
      occurrences: one.occurrences.filter((some) => mayMove(one.cycle, some)),
    }))
    .filter(({ occurrences }) => occurrences.length > 0)
  if (asked.length === 0) return new Map()
  const ids = asked.map(({ cycle }) => cycle.id)
  const decided = await readDecided(
    tx,
    asked.flatMap(({ occurrences }) => occurrences.map(({ id }) => id)),
  )
  const [steps, targets] = [await readSteps(tx, ids), await readTargets(tx, ids)]
  return new Map(
    asked.flatMap(({ cycle, occurrences }) => {
      const groupIds = (targets.get(cycle.id) ?? []).map(({ groupId }) => groupId)
      const stepIds = new Set((steps.get(cycle.id) ?? []).map(({ id }) => id))
      const placed = positionAfter({ cycle, occurrences }, { decided, groupIds, stepIds })
      return placed ? [[cycle.id, placed] as const] : []
    }),
  )
}

/**
 * Asked first, because reading what was decided may be expensive. A place that a person has chosen since the last slot is
 * kept, even if it is the one that the cycle had already.
 */
const mayMove = (
  { advanceOnSkip, lastMove, returnedFrom }: CycleRow,
  { id, status }: OccurrenceChange,
): boolean => (status === 'skipped' ? !advanceOnSkip && !lastMove : returnedFrom === id)

type Known = {
  decided: ReadonlyMap<string, Decided>
  groupIds: readonly string[]
  stepIds: ReadonlySet<string>
}

function positionAfter(
  { cycle, occurrences }: Ended,
  { decided, groupIds, stepIds }: Known,
): Returned | undefined {
  let position = readPosition(cycle.position, groupIds)
  let { returnedFrom } = cycle
  const left = new Set(occurrences)
  // If several occurrences end together, the last one is rolled back first, independent of their order here.
  for (let moves = true; moves;) {
    moves = false
    for (const one of left) {
      const moved = decided.get(one.id)?.moved as Moved | undefined
      const goesBack = one.status === 'skipped'
      const next = moved && (goesBack ? moveBack : moveForth)(position, moved, stepIds)
      if (!next) continue
      position = next
      returnedFrom = goesBack ? one.id : null
      left.delete(one)
      moves = true
    }
  }
  if (left.size === occurrences.length) return undefined
  return { position: storedPosition(position, groupIds), returnedFrom }
}
