import type { Decided } from '../occurrences/port.ts'
import { minutes } from '../platform/clock.ts'
import type { Prepared } from '../planning/port.ts'
import { postsTo } from '../series/actions.ts'
import { movedBetween } from './rotation/position-diff.ts'
import type { LoadedCycle } from './slot-facts.ts'
import type { Decision } from './rotation/step-selection.ts'

/** What was decided for a slot. It is stored with the occurrence, so that later slices send the same. */
export function decidedFor(
  { rotation, steps, position }: LoadedCycle,
  decision: Extract<Decision, { kind: 'send' }>,
): Decided {
  const contentOf = new Map(steps.map(({ id, contentId }) => [id, contentId]))
  const { groupIds } = rotation
  const parts = decision.parts.map(({ stepId, groupIds: some }) => ({
    stepId,
    contentId: contentOf.get(stepId)!,
    // Unreachable groups get a delivery too, which says why nothing was sent, as in a message.
    groupIds: rotation.mode === 'same' || some.length === groupIds.length ? null : some,
  }))
  const stepIds = [...new Set(parts.map(({ stepId }) => stepId))]
  return {
    contents: [...new Set(parts.map(({ contentId }) => contentId))],
    steps: stepIds,
    moved: movedBetween(position, decision.after, stepIds),
    parts,
    ...(decision.isLast ? { isLast: true } : {}),
  }
}

/**
 * The posts of a fan-out that continues. Throws if a group is missing: slices count through the groups by number, so a
 * missing one would shift the rest.
 */
export function prepareNextSlice(loaded: LoadedCycle, decided: Decided): Prepared {
  const known = new Set(loaded.targets.map(({ groupId }) => groupId))
  const isComplete = (decided.parts ?? []).every(
    ({ groupIds }) => groupIds === null || groupIds.every((id) => known.has(id)),
  )
  // Two groups may have been merged since the cycle was read. The next attempt reads it again.
  if (!isComplete) throw new Error('The groups of a cycle changed while it was being prepared.')
  return plannerAnswer(loaded, decided)
}

/**
 * The decision in the planner's form: the contents for each group and topic, always in the same order. `onward` is given
 * back to the source when the occurrence is planned.
 */
export function plannerAnswer(
  { row, targets }: LoadedCycle,
  decided: Decided,
  onward?: unknown,
): Prepared {
  const parts =
    decided.parts ?? decided.contents.map((contentId) => ({ contentId, groupIds: null }))
  const contentsOf = new Map(targets.map(({ groupId }) => [groupId, new Array<string>()]))
  for (const { contentId, groupIds } of parts) {
    for (const id of groupIds ?? contentsOf.keys()) contentsOf.get(id)?.push(contentId)
  }
  const posts = postsTo(targets, (groupId) => contentsOf.get(groupId) ?? [])
  if (posts.length === 0) return { kind: 'skip', reason: 'no_groups', onward }
  const { catchUpMinutes, onUnconfirmed } = row
  return {
    kind: 'send',
    catchUpMs: minutes(catchUpMinutes),
    onUnconfirmed,
    posts,
    decided,
    run: { n: row.runs + 1, ...(row.schedule ? { timeZone: row.schedule.timeZone } : {}) },
    onward,
  }
}
