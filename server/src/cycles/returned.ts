import { readDecided } from '../occurrences/actions.ts'
import type { Decided, OccurrenceChange } from '../occurrences/port.ts'
import type { Tx } from '../platform/context.ts'
import { keepPosition, readPosition } from './kept.ts'
import { moveBack, moveForth, type Moved } from './moved.ts'
import type { CycleRow } from './store.ts'
import { readSteps } from './steps-store.ts'
import { readTargets } from './targets-store.ts'

/** Occurrences of a cycle that have ended, or go on. */
export type Ended = { cycle: CycleRow; occurrences: readonly OccurrenceChange[] }

/** Where a cycle is, and the occurrence of which nothing went out. */
export type Returned = Pick<CycleRow, 'position' | 'returnedFrom'>

/**
 * Where cycles are once occurrences of theirs stand like this, by id; those that stay are left out. When nothing
 * of one went out, the position goes back before it, also when others were passed over meanwhile: its steps are
 * not lost. Should a person send it after all, the position goes on behind it again.
 */
export async function placesAfter(
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
      const placed = placeAfter({ cycle, occurrences }, { decided, groupIds, stepIds })
      return placed ? [[cycle.id, placed] as const] : []
    }),
  )
}

/** Only then what was decided is read, which may be large. */
const mayMove = (
  { advanceOnSkip, returnedFrom }: CycleRow,
  { id, status }: OccurrenceChange,
): boolean => (status === 'skipped' ? !advanceOnSkip : returnedFrom === id)

type Known = {
  decided: ReadonlyMap<string, Decided>
  groupIds: readonly string[]
  stepIds: ReadonlySet<string>
}

function placeAfter(
  { cycle, occurrences }: Ended,
  { decided, groupIds, stepIds }: Known,
): Returned | undefined {
  let position = readPosition(cycle.position, groupIds)
  let { returnedFrom } = cycle
  const left = new Set(occurrences)
  // Of several that end together the last one goes back first, whatever their order here.
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
  return { position: keepPosition(position, groupIds), returnedFrom }
}
