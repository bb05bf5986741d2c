import {
  type Cycle,
  type CycleInput,
  type CycleMode,
  type CycleOrder,
  type Simulation,
  SENDS_MAX,
  STEPS_PER_SLOT_MAX,
} from '@carillon/contract/cycles'
import {
  CATCH_UP_DEFAULT_MINUTES,
  type OnUnconfirmed,
  type Overlap,
  PAUSE_AFTER_FAILURES_DEFAULT,
  PAUSE_AFTER_FAILURES_MAX,
} from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { FieldPath } from 'react-hook-form'
import * as z from 'zod/mini'
import { contentFieldOf } from '../compose/content/shape.ts'
import { addIssuesOf } from '../compose/addIssuesOf.ts'
import { scheduleOf, timetableOf } from '../schedule/mapping.ts'
import { fieldAt, problemsOf } from '../schedule/problems.ts'
import { emptyTimetable, type Timetable } from '../schedule/timetable.ts'
import { nextHour } from '../schedule/when.ts'
import { followUpFieldAt } from '../compose/options/followUps.ts'
import { newStep, stepFormOf, stepInputOf, StepForm, Weight } from './steps.ts'

const whole = (min: number, max: number) =>
  z
    .number('Give a whole number.')
    .check(
      z.int('Give a whole number.'),
      z.minimum(min, `Give ${min} or more.`),
      z.maximum(max, `Use at most ${max.toLocaleString('en')}.`),
    )

const EndsAfter = whole(1, SENDS_MAX)

/** The state of the editor; it has the shape of its fields. */
export const CycleForm = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Give the cycle a name.'),
        z.maxLength(120, 'A name has at most 120 characters.'),
      ),
    /** Empty for none. */
    color: z.string(),
    steps: z.array(StepForm).check(z.minLength(1, 'Add at least one message.')),
    groupIds: z.array(z.string()).check(z.minLength(1, 'Choose at least one group.')),
    topics: z.record(z.string(), z.array(z.string())),
    timeZone: z.string(),
    timetable: z.custom<Timetable>(),
    /** The seed of shuffled and weighted rounds. It is kept, so that they stay as they were shown. */
    seed: z.number(),
    order: z.custom<CycleOrder>(),
    mode: z.custom<CycleMode>(),
    stepsPerSlot: whole(1, STEPS_PER_SLOT_MAX),
    advanceOnSkip: z.boolean(),
    replacePrevious: z.boolean(),
    ends: z.enum(['never', 'sends', 'rounds']),
    /** Judged only if it ends after a number. */
    endsAfter: z.custom<number>(),
    catchUpMinutes: z.number(),
    onUnconfirmed: z.custom<OnUnconfirmed>(),
    overlap: z.custom<Overlap>(),
    pauseAfterFailures: whole(0, PAUSE_AFTER_FAILURES_MAX),
  })
  .check(
    z.superRefine(
      ({ steps, order, timetable, timeZone, ends, endsAfter }, context) => {
        // What is not shown must not keep the cycle from being saved.
        if (ends !== 'never') addIssuesOf(EndsAfter, endsAfter, ['endsAfter'], context)
        if (order === 'weighted') {
          for (const [n, { weight }] of steps.entries()) {
            addIssuesOf(Weight, weight, ['steps', n, 'weight'], context)
          }
        }
        for (const { field, message } of problemsOf(timetable, timeZone)) {
          const path = field === 'timeZone' ? [field] : ['timetable', field]
          context.addIssue({ code: 'custom', path, message })
        }
        if (steps.length > 0 && steps.every(({ enabled }) => !enabled)) {
          const message = 'Every message is switched off. Switch at least one on.'
          context.addIssue({ code: 'custom', path: ['steps'], message })
        } else if (order === 'weighted' && steps.every((one) => !one.enabled || one.weight === 0)) {
          const message = 'Every message has the weight 0, so none would ever come.'
          context.addIssue({ code: 'custom', path: ['steps'], message })
        }
      },
      // A problem with one field must not hide the problems of the others.
      { when: () => true },
    ),
  )
export type CycleForm = z.infer<typeof CycleForm>

/** A form with one empty step. Its times are the next full hour in the time zone of the user. */
export function emptyForm(now: number, timeZone: string): CycleForm {
  const near = nextHour(now, timeZone)
  return {
    name: '',
    color: '',
    steps: [newStep()],
    groupIds: [],
    topics: {},
    timeZone,
    timetable: { ...emptyTimetable(near), kind: 'daily', seed: randomSeed() },
    seed: randomSeed(),
    order: 'sequence',
    mode: 'same',
    stepsPerSlot: 1,
    advanceOnSkip: false,
    replacePrevious: false,
    ends: 'never',
    endsAfter: 10,
    catchUpMinutes: CATCH_UP_DEFAULT_MINUTES,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: PAUSE_AFTER_FAILURES_DEFAULT,
  }
}

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** The form of a saved cycle. */
export function formOf(cycle: Cycle, now: number, timeZone: string): CycleForm {
  const { schedule, ends, topics = {} } = cycle
  const { name, groupIds, order, mode, stepsPerSlot, advanceOnSkip } = cycle
  const { catchUpMinutes, onUnconfirmed, overlap, pauseAfterFailures } = cycle
  const zone = schedule?.timeZone ?? timeZone
  const empty = emptyForm(now, zone)
  return {
    ...empty,
    name,
    color: cycle.color ?? '',
    steps: cycle.steps.map(stepFormOf),
    groupIds,
    topics,
    ...(schedule ? { timetable: timetableOf(schedule, nextHour(now, zone)) } : {}),
    seed: cycle.seed,
    order,
    mode,
    stepsPerSlot,
    advanceOnSkip,
    replacePrevious: cycle.replacePrevious,
    ...endsFields(ends),
    catchUpMinutes,
    onUnconfirmed,
    overlap,
    pauseAfterFailures,
  }
}

/**
 * The input for the server. A draft may have no timetable. Fields that the editor does not show keep their value of
 * `before`. With `shown` it runs as that simulation showed it.
 */
export function inputOf(
  form: CycleForm,
  status: CycleInput['status'],
  before?: Pick<Cycle, 'schedule'>,
  shown?: Simulation,
): CycleInput {
  const { groupIds, topics, order, mode, stepsPerSlot, advanceOnSkip } = form
  const { catchUpMinutes, onUnconfirmed, overlap, pauseAfterFailures } = form
  const chosen = Object.entries(topics).filter(
    ([id, ids]) => groupIds.includes(id) && ids.length > 0,
  )
  const schedule = scheduleIn(form, before?.schedule)
  const ends = endsOf(form)
  return {
    status,
    name: form.name.trim(),
    steps: form.steps.map((step) => stepInputOf(order === 'weighted' ? step : withWeight(step))),
    groupIds,
    ...(chosen.length > 0 ? { topics: Object.fromEntries(chosen) } : {}),
    ...(schedule ? { schedule: shown ? fixedBy(schedule, shown) : schedule } : {}),
    order,
    mode,
    stepsPerSlot,
    advanceOnSkip,
    replacePrevious: form.replacePrevious,
    ...(form.color ? { color: form.color } : {}),
    seed: form.seed,
    ...(ends ? { ends } : {}),
    catchUpMinutes,
    onUnconfirmed,
    overlap,
    pauseAfterFailures,
  }
}

/** A weight that is not shown may be wrong; the server would refuse it. */
const withWeight = (step: StepForm): StepForm =>
  Weight.safeParse(step.weight).success ? step : { ...step, weight: 1 }

/** The schedule of the form, if it is valid. */
const scheduleIn = ({ timetable, timeZone }: CycleForm, before: Schedule | undefined) =>
  problemsOf(timetable, timeZone).length > 0 ? undefined : scheduleOf(timetable, timeZone, before)

const fixedBy = (schedule: Schedule, { scheduleSeed, starts }: Simulation): Schedule => ({
  ...schedule,
  seed: schedule.seed ?? scheduleSeed,
  ...(starts ? { starts } : {}),
})

/** After how much the rotation ends; undefined if it does not. */
export function endsOf({ ends, endsAfter }: Pick<CycleForm, 'ends' | 'endsAfter'>): Cycle['ends'] {
  if (ends === 'never') return undefined
  return ends === 'rounds' ? { rounds: endsAfter } : { sends: endsAfter }
}

function endsFields(ends: Cycle['ends']): Partial<CycleForm> {
  if (!ends) return {}
  return 'rounds' in ends
    ? { ends: 'rounds', endsAfter: ends.rounds }
    : { ends: 'sends', endsAfter: ends.sends }
}

/** The field of the form for a path of the request. */
export function fieldOf(path: string, form: CycleForm): FieldPath<CycleForm> | undefined {
  const [head = '', index = '', name = '', ...rest] = path.split('.')
  const step = form.steps[Number(index)]
  if (head === 'steps' && step && name) {
    const field =
      name === 'content' ? (followUpFieldAt(path) ?? contentFieldOf(rest.join('.'), step)) : name
    return `steps.${Number(index)}.${field}` as FieldPath<CycleForm>
  }
  if (head === 'ends') return 'endsAfter'
  if (path === 'schedule.timeZone') return 'timeZone'
  if (head === 'schedule') {
    const field = fieldAt(path.replace(/^schedule\.?/, ''), form.timetable)
    return field === 'timeZone' ? field : `timetable.${field}`
  }
  return head in form ? (head as FieldPath<CycleForm>) : undefined
}
