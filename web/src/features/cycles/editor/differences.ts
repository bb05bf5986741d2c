import type { CycleInput } from '@carillon/contract/cycles'
import {
  contentDifferences,
  type Difference,
  fieldDifferences,
} from '../../compose/changes/differences.ts'

/** What is different between the newest state of a cycle and what is typed here. */
export function cycleDifferences(theirs: CycleInput, mine: CycleInput): Difference[] {
  const known = new Map(theirs.steps.map((step) => [step.id, step]))
  const ids = new Set(mine.steps.map(({ id }) => id))
  const gone = theirs.steps.filter(({ id }) => !ids.has(id))
  const steps = mine.steps.flatMap((step, index): Difference[] => {
    const name = `Step ${index + 1}`
    const before = known.get(step.id)
    if (!before) return [{ name: `${name} is yours alone` }]
    const { content: was, ...rest } = before
    const { content: is, ...own } = step
    const other = JSON.stringify(rest) === JSON.stringify(own) ? [] : [{ name: `${name}: limits` }]
    return [...contentDifferences(name, was, is), ...other]
  })
  return [
    ...steps,
    ...gone.map((step) => ({
      name: `Step ${theirs.steps.indexOf(step) + 1} of the newest is not in yours`,
    })),
    ...fieldDifferences<CycleInput>(
      {
        name: 'name',
        color: 'color',
        groupIds: 'groups',
        topics: 'groups',
        schedule: 'timetable',
        order: 'order',
        mode: 'options',
        stepsPerSlot: 'options',
        advanceOnSkip: 'options',
        replacePrevious: 'options',
        ends: 'options',
        catchUpMinutes: 'options',
        onUnconfirmed: 'options',
        overlap: 'options',
        pauseAfterFailures: 'options',
      },
      theirs,
      mine,
    ),
  ]
}
