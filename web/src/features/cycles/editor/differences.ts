import type { Cycle, CycleInput } from '@carillon/contract/cycles'
import {
  asLeftOpen,
  audienceOf,
  contentDifferences,
  type Difference,
  fieldDifferences,
} from '../../compose/changes/differences.ts'
import { contentOf } from '../../compose/content/options.ts'
import { type CycleForm, inputOf } from '../form.ts'
import type { StepForm } from '../steps.ts'

/** The differences between the newest saved cycle and this form. */
export const cycleDifferences = (
  newest: Cycle,
  theirs: CycleForm,
  mine: CycleForm,
): Difference[] => {
  const [saved, typed] = [inputOf(theirs, 'draft', newest), inputOf(mine, 'draft', newest)]
  const schedule = asLeftOpen(saved.schedule, typed.schedule)
  return [
    ...stepDifferences(theirs.steps, mine.steps),
    ...fieldDifferences(
      names,
      { ...saved, schedule, audience: audienceOf(saved) },
      { ...typed, audience: audienceOf(typed) },
    ),
  ]
}

function stepDifferences(theirs: readonly StepForm[], mine: readonly StepForm[]): Difference[] {
  const known = new Map(theirs.map((step) => [step.id, step]))
  const kept = new Set(mine.map(({ id }) => id))
  const common = (steps: readonly StepForm[]) =>
    steps.flatMap(({ id }) => (kept.has(id) && known.has(id) ? id : [])).join(' ')
  return [
    ...(common(theirs) === common(mine) ? [] : [{ name: 'order of the steps' }]),
    ...mine.flatMap((step, index): Difference[] => {
      const name = `Step ${index + 1}`
      const before = known.get(step.id)
      if (!before) return [{ name: `${name} is yours alone` }]
      return [
        ...contentDifferences(name, contentOf(before.text, before), contentOf(step.text, step)),
        ...fieldDifferences(ofStep(name), before, step),
      ]
    }),
    ...theirs.flatMap(({ id }, index) =>
      kept.has(id) ? [] : { name: `step ${index + 1} of the newest is not in yours` },
    ),
  ]
}

const ofStep = (step: string): { [K in keyof StepForm]?: string } => {
  const name = `${step}: when it comes`
  return { enabled: name, weight: name, from: name, until: name, maxSends: name }
}

const names: { [K in keyof CycleInput | 'audience']?: string } = {
  name: 'name',
  color: 'color',
  audience: 'groups',
  schedule: 'timetable',
  order: 'order',
  seed: 'order',
  mode: 'options',
  stepsPerSlot: 'options',
  advanceOnSkip: 'options',
  replacePrevious: 'options',
  ends: 'options',
  catchUpMinutes: 'options',
  onUnconfirmed: 'options',
  overlap: 'options',
  pauseAfterFailures: 'options',
}
