import { isDeepStrictEqual } from 'node:util'
import { storedPosition, type StoredPosition } from '../../src/cycles/rotation/stored-position.ts'
import { UNMOVED } from '../../src/cycles/rotation/position.ts'
import { isGone, isOpen, rotationOf } from '../../src/cycles/slot-facts.ts'
import { openOracle, type Said } from '../cycle-oracle.ts'
import { blame } from './invariants.ts'
import type { Change, OccurrenceRow, Rows, Tables } from './rows.ts'

type Oracle = ReturnType<typeof openOracle>
type CycleRow = Tables['cycles']

/** A cycle as the judge follows it: what it said last, and how it stood before each, as long as nobody moved it. */
type Life = {
  oracle: Oracle
  said: { id: string; before: ReturnType<Oracle['remember']>; position: StoredPosition }[]
}

/**
 * Judges whether each slot of a cycle says what it has to: by lists of what is left of each round, never by
 * the function that decided it. What did not go out at all has to come again, and nothing else.
 */
export function openCycleJudge(rows: Rows) {
  const lives = new Map<string, Life>()

  function committed(changes: readonly Change[]) {
    const before = new Map<string, CycleRow>()
    for (const change of changes) {
      if (change.table === 'cycles' && change.before) before.set(change.before.id, change.before)
    }
    for (const change of changes) {
      if (change.table === 'sources' && change.after?.asked !== change.before?.asked) {
        const cycle = rows.cycles.get(change.after!.id)
        if (cycle) asked(cycle, before.get(cycle.id) ?? cycle, change.after!.asked!)
      }
    }
    const made = changes.flatMap((change) =>
      change.table === 'occurrences' && !change.before && change.after ? [change.after] : [],
    )
    for (const row of made.toSorted(bySlot)) opened(row, before.get(row.sourceId)?.position)
    const over = changes.flatMap((change) =>
      change.table === 'occurrences' && change.after?.finishedAt && !change.before?.finishedAt
        ? [change.after]
        : [],
    )
    for (const [cycleId, some] of Map.groupBy(over, ({ sourceId }) => sourceId)) {
      const cycle = rows.cycles.get(cycleId)
      if (cycle) ended(cycle, some)
    }
  }

  function asked(
    cycle: CycleRow,
    { position, status }: CycleRow,
    { verb, stepId }: NonNullable<Tables['sources']['asked']>,
  ) {
    const life = lifeOf(cycle)
    if (verb === 'skipNext') life.oracle.passOver(reachable(cycle))
    if (verb === 'restart') life.oracle.restart()
    if (verb === 'jump') life.oracle.jump(stepId!)
    const begun = storedPosition(UNMOVED, groupsOf(cycle))
    if (verb === 'start' && status === 'finished' && isDeepStrictEqual(cycle.position, begun)) {
      if (!isDeepStrictEqual(position, begun) && !hasUsedAllSteps(cycle)) {
        blame('turns', `Cycle ${cycle.id} began again before it had said everything.`)
      }
      lives.delete(cycle.id)
    }
    // A person has said what comes next, even where it was that already.
    if (verb === 'skipNext' || verb === 'restart' || verb === 'jump') life.said = []
  }

  function hasUsedAllSteps(cycle: CycleRow): boolean {
    const { oracle } = lifeOf(cycle)
    const kept = oracle.remember()
    // Nothing waits for a group that is lost.
    const all = oracle.say(oracle.groupIds().filter((id) => !isGone(rows.groups.get(id)!)))
    oracle.recall(kept)
    return all === 'nothing'
  }

  function opened(row: OccurrenceRow, position: StoredPosition | undefined) {
    const cycle = rows.cycles.get(row.sourceId)
    if (!cycle) return
    const life = lifeOf(cycle)
    if (row.finishedAt && !row.decided) {
      if (!cycle.advanceOnSkip || !row.slotAt) return
      life.oracle.passOver(reachable(cycle))
      life.said = []
      return
    }
    const before = life.oracle.remember()
    const expected = textOf(life.oracle.say(reachable(cycle)))
    const found = textOf(saidBy(row, cycle))
    if (found !== expected) {
      blame('turns', `Occurrence ${row.id} says ${found}, and its turn is ${expected}.`)
    }
    life.said.push({ id: row.id, before, position: position ?? cycle.position })
  }

  /** What did not go out at all comes again, unless something was said since, or somebody moved it. */
  function ended(cycle: CycleRow, some: readonly OccurrenceRow[]) {
    const life = lives.get(cycle.id)
    if (!life || cycle.advanceOnSkip) return
    const skipped = new Set(some.filter(({ status }) => status === 'skipped').map(({ id }) => id))
    const kept = life.said.findLastIndex(({ id }) => !skipped.has(id)) + 1
    const first = life.said[kept]
    if (!first) return
    life.oracle.recall(first.before)
    life.said = life.said.slice(0, kept)
    if (!isDeepStrictEqual(cycle.position, first.position)) {
      blame('turns', `Nothing of ${first.id} went out, and its steps do not come again.`)
    }
  }

  function lifeOf(cycle: CycleRow): Life {
    const known = lives.get(cycle.id)
    if (known) return known
    const steps = [...rows.cycleSteps.values()]
      .filter(({ cycleId }) => cycleId === cycle.id)
      .toSorted((a, b) => a.place - b.place)
    const life = {
      oracle: openOracle(rotationOf(cycle, { steps, groupIds: groupsOf(cycle) })),
      said: [],
    }
    lives.set(cycle.id, life)
    return life
  }

  const groupsOf = ({ id }: CycleRow) =>
    [...rows.cycleGroups.values()]
      .filter(({ cycleId }) => cycleId === id)
      .toSorted((a, b) => a.place - b.place)
      .map(({ groupId }) => groupId)

  const reachable = (cycle: CycleRow) =>
    groupsOf(cycle).filter((id) => isOpen(rows.groups.get(id)!))

  /** The steps that each group gets from an occurrence, in their order. */
  function saidBy({ id }: OccurrenceRow, cycle: CycleRow): Said {
    const open = new Set(reachable(cycle))
    const steps = [...rows.cycleSteps.values()].filter(({ cycleId }) => cycleId === cycle.id)
    const stepOf = new Map(steps.map(({ id: stepId, contentId }) => [contentId, stepId]))
    const parts = [...rows.deliveries.values()]
      .filter(({ occurrenceId, groupId }) => occurrenceId === id && open.has(groupId))
      .toSorted((a, b) => a.part - b.part)
    return new Map(
      [...Map.groupBy(parts, ({ groupId }) => groupId)].map(([groupId, some]) => [
        groupId,
        some.map(({ contentId }) => stepOf.get(contentId) ?? 'none'),
      ]),
    )
  }

  return { committed, hasUsedAllSteps }
}

/** Those that are late come before the one that is sent; a send-now is alone. */
const bySlot = (a: OccurrenceRow, b: OccurrenceRow) =>
  (a.slotAt?.getTime() ?? 0) - (b.slotAt?.getTime() ?? 0)

const textOf = (said: Said) =>
  said === 'nothing'
    ? 'nothing'
    : [...said]
        .filter(([, steps]) => steps.length > 0)
        .map(([group, steps]) => `${group.slice(-4)}: ${steps.map((id) => id.slice(-4)).join(' ')}`)
        .toSorted()
        .join('; ') || 'nothing'
