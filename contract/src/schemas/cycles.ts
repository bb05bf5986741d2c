import { z } from 'zod'
import { SENDS_MAX, STEPS_MAX, STEPS_PER_SLOT_MAX, WEIGHT_MAX } from '../cycles.ts'
import { LocalDate } from '../schedule/rule.ts'
import { LocalDateTime } from '../time.ts'
import { Content } from './content.ts'
import { Occurrence } from './deliveries.ts'
import { Exception, MessageInput, Result, Run } from './messages.ts'
import { SlotMark } from './schedule.ts'
import { SeriesQuery } from './series.ts'
import { Id, Instant, page, resource } from './wire.ts'

/** A cycle goes `draft`, `active`, `finished`; it may be `paused`, or `suspended` above the tier's limit. */
export const CycleStatus = z.enum(['draft', 'active', 'paused', 'finished', 'suspended'])
export type CycleStatus = z.infer<typeof CycleStatus>

/** In which order a round says its steps. */
export const CycleOrder = z.enum(['sequence', 'once', 'shuffle', 'weighted'])
export type CycleOrder = z.infer<typeof CycleOrder>

/** The same step for all groups, a place in the steps for each group, or one group at each slot. */
export const CycleMode = z.enum(['same', 'own_place', 'one_group'])
export type CycleMode = z.infer<typeof CycleMode>

const whole = (min: number, max: number) =>
  z
    .number()
    .int('Give a whole number.')
    .min(min, `Give ${min.toLocaleString('en')} or more.`)
    .max(max, `At most ${max.toLocaleString('en')}.`)

const stepFields = {
  content: Content,
  enabled: z.boolean(),
  /** How often it comes beside the others, when the order is weighted; 0 is never. */
  weight: whole(0, WEIGHT_MAX),
  /** The first and the last day on which it may be said, in the zone of the timetable. */
  from: z.optional(LocalDate),
  until: z.optional(LocalDate),
  /** In how many slots it is said at most. */
  maxSends: whole(1, SENDS_MAX).optional(),
}

export const Step = z.object({
  id: Id,
  ...stepFields,
  /** In how many slots it was said. */
  said: z.number().int(),
})
export type Step = z.infer<typeof Step>

export const StepInput = z
  .object({
    /** Of a step that the cycle has: with it its place and its counts are kept. A new one may bring a new UUID. */
    id: Id.optional(),
    ...stepFields,
    enabled: stepFields.enabled.default(true),
    weight: stepFields.weight.default(1),
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'The last day is before the first.',
  })
export type StepInput = z.input<typeof StepInput>

const { groupIds, topics, schedule, catchUpMinutes, onUnconfirmed, overlap, pauseAfterFailures } =
  MessageInput.shape

const editable = {
  name: z.string().trim().max(120, 'A name has at most 120 characters.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Give a color like #1f6feb.')
    .optional(),
  topics,
  schedule,
  order: CycleOrder,
  mode: CycleMode,
  stepsPerSlot: whole(1, STEPS_PER_SLOT_MAX),
  /** Whether the copy of the last time is deleted from a group when it gets the next one. */
  replacePrevious: z.boolean(),
  /** Whether a slot that is passed over takes its steps along; else the next slot says them. */
  advanceOnSkip: z.boolean(),
  /** What shuffled and weighted rounds are drawn from; saving sets it when it is left out. */
  seed: whole(0, 2 ** 32 - 1).optional(),
  /** After so many messages, or rounds through all steps. */
  ends: z
    .union(
      [
        z.strictObject({ sends: whole(1, SENDS_MAX) }),
        z.strictObject({ rounds: whole(1, SENDS_MAX) }),
      ],
      'Choose after how many messages or rounds it ends.',
    )
    .optional(),
}

/** What the editor sends. A draft may be incomplete; `active` asks for everything. */
export const CycleInput = z.object({
  ...editable,
  name: editable.name.default(''),
  steps: z
    .array(StepInput)
    .max(STEPS_MAX, `A cycle has at most ${STEPS_MAX} messages.`)
    .default([]),
  groupIds,
  order: editable.order.default('sequence'),
  mode: editable.mode.default('same'),
  stepsPerSlot: editable.stepsPerSlot.default(1),
  replacePrevious: editable.replacePrevious.default(false),
  advanceOnSkip: editable.advanceOnSkip.default(false),
  catchUpMinutes,
  onUnconfirmed,
  overlap,
  pauseAfterFailures,
  status: z.enum(['draft', 'active']),
})
export type CycleInput = z.input<typeof CycleInput>

/** What one slot to come says, and to how many groups: as long as nobody changes anything. */
export const CycleRun = Run.extend({
  parts: z.array(z.object({ stepId: Id, text: z.string(), groups: z.number().int() })),
})
export type CycleRun = z.infer<typeof CycleRun>

export const Cycle = z.object({
  ...resource,
  ...editable,
  seed: z.number().int(),
  steps: z.array(Step),
  groupIds: z.array(Id),
  catchUpMinutes: z.number().int(),
  onUnconfirmed: MessageInput.shape.onUnconfirmed.unwrap(),
  overlap: MessageInput.shape.overlap.unwrap(),
  pauseAfterFailures: z.number().int(),
  status: CycleStatus,
  groupCount: z.number().int(),
  stepCount: z.number().int(),
  /** The `rev` of the last change by a person; a cycle changes by itself whenever it sends. */
  editedRev: z.number().int(),
  /** The timetable in words. */
  words: z.string().optional(),
  /** The instant of the next send, when one is to come. */
  nextAt: Instant.nullable(),
  nextMark: SlotMark.optional(),
  /** The next sends, at most three, with their steps; exactly what will happen. */
  nextRuns: z.array(CycleRun),
  lastResults: z.array(Result),
  /** How many runs there were; the next one has the number after it. */
  runs: z.number().int(),
  exceptions: z.array(Exception),
  pausedUntil: Instant.nullable(),
  /** How far it has come: the round, from 1, the step that is next, and how many messages it has said. */
  progress: z.object({
    round: z.number().int(),
    /** Null where each group has a place of its own, and when no step can come. */
    nextStepId: Id.nullable(),
    /** Where that step stands among the steps, from 0. */
    nextStep: z.number().int().nullable(),
    sends: z.number().int(),
  }),
  occurrence: Occurrence.nullable(),
})
export type Cycle = z.infer<typeof Cycle>

/** A cycle as lists and live events tell it: without its steps and what only its own page needs. */
export const CycleSummary = Cycle.omit({ steps: true, topics: true, exceptions: true })
export type CycleSummary = z.infer<typeof CycleSummary>

export const Cycles = page(CycleSummary)

export const CyclesQuery = SeriesQuery

export const UpdateCycle = CycleInput.extend({
  rev: z.number().int(),
  /** `paused` keeps a paused cycle paused, also until the same time. */
  status: z.enum(['draft', 'active', 'paused']),
})

export const UpdatedCycle = Cycle.extend({
  /** Exceptions that match no slot of the new timetable and are gone. */
  dropped: z.array(Exception).optional(),
})

/** One time that a cycle went out, with how what it said begins; not all where groups have places of their own. */
export const CycleOccurrence = Occurrence.extend({
  said: z.array(z.object({ stepId: Id.nullable(), text: z.string() })),
})
export type CycleOccurrence = z.infer<typeof CycleOccurrence>

export const CycleOccurrences = page(CycleOccurrence)

/** What became of copies, and when the last of them went out. */
const fates = {
  sent: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  unconfirmed: z.number().int(),
  lastAt: Instant.nullable(),
}

export const CycleFigures = z.object({
  /** How many times are counted: the last ones. */
  times: z.number().int(),
  /** The steps of which something ended, in no order; null for what single slots said instead. */
  steps: z.array(z.object({ stepId: Id.nullable(), ...fates })),
  /** The groups to which something ended, those with the most failures first; not all where there are many. */
  groups: z.array(z.object({ groupId: Id, title: z.string(), ...fates })),
})
export type CycleFigures = z.infer<typeof CycleFigures>

export const JumpToStep = z.object({ step: Id })

/** What becomes of one slot: exactly one of `skip`, `moveTo`, `content` and `restore`. */
export const CycleSlotChange = z
  .object({
    skip: z.literal(true).optional(),
    /** Another time on the wall clock of the timetable's zone. */
    moveTo: z.optional(LocalDateTime),
    /** Said instead of its steps, which the slot after it says. */
    content: Content.optional(),
    restore: z.literal(true).optional(),
  })
  .refine(
    (change) => Object.values(change).filter((one) => one !== undefined).length === 1,
    'Give one of skip, moveTo, content and restore.',
  )
export type CycleSlotChange = z.output<typeof CycleSlotChange>
