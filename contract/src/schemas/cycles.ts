import { z } from 'zod'
import { CYCLE_NAME_MAX, SENDS_MAX, STEPS_MAX, STEPS_PER_SLOT_MAX, WEIGHT_MAX } from '../cycles.ts'
import { LocalDate } from '../schedule/rule.ts'
import { LocalDateTime } from '../time.ts'
import { Content } from './content.ts'
import { Occurrence } from './occurrences.ts'
import { Exception, MessageInput, Result, Run } from './messages.ts'
import { SlotMark } from './schedule.ts'
import { SeriesQuery } from './series.ts'
import { FromForm, SavedForm } from './unsaved.ts'
import { Id, Instant, page, resource } from './wire.ts'

/** A cycle goes through `draft`, `active`, `finished`; it may be `paused`, or `suspended` above the tier's limit. */
export const CycleStatus = z.enum(['draft', 'active', 'paused', 'finished', 'suspended'])
export type CycleStatus = z.infer<typeof CycleStatus>

/** The order in which a round sends its steps. */
export const CycleOrder = z.enum(['sequence', 'once', 'shuffle', 'weighted'])
export type CycleOrder = z.infer<typeof CycleOrder>

/** All groups get the same step, each group has its own place in the steps, or each slot goes to one group. */
export const CycleMode = z.enum(['same', 'own_place', 'one_group'])
export type CycleMode = z.infer<typeof CycleMode>

const wholeNumber = (min: number, max: number) =>
  z
    .number()
    .int('Give a whole number.')
    .min(min, `Give ${min.toLocaleString('en')} or more.`)
    .max(max, `At most ${max.toLocaleString('en')}.`)

const stepFields = {
  content: Content,
  enabled: z.boolean(),
  /** How often it comes, relative to the others, if the order is weighted; 0 is never. */
  weight: wholeNumber(0, WEIGHT_MAX),
  /** The first and the last day on which it may be sent, in the zone of the schedule. */
  from: z.optional(LocalDate),
  until: z.optional(LocalDate),
  /** The most slots in which it is sent. */
  maxSends: wholeNumber(1, SENDS_MAX).optional(),
}

export const Step = z.object({
  id: Id,
  ...stepFields,
  /** The number of slots in which it was sent. */
  said: z.number().int(),
})
export type Step = z.infer<typeof Step>

export const StepInput = z
  .object({
    /** The id of an existing step: its place and its counts stay. A new step may have a new UUID. */
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
  name: z.string().trim().max(CYCLE_NAME_MAX, `A name has at most ${CYCLE_NAME_MAX} characters.`),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Give a color like #1f6feb.')
    .optional(),
  topics,
  schedule,
  order: CycleOrder,
  mode: CycleMode,
  stepsPerSlot: wholeNumber(1, STEPS_PER_SLOT_MAX),
  /** Whether the previous copy is deleted from a group when the group gets the next one. */
  replacePrevious: z.boolean(),
  /** Whether the steps of a skipped slot are skipped as well; if not, the next slot sends them. */
  advanceOnSkip: z.boolean(),
  /** The seed of shuffled and weighted rounds; if missing, saving sets it. */
  seed: wholeNumber(0, 2 ** 32 - 1).optional(),
  /** After how many messages, or rounds through all steps, the cycle ends. */
  ends: z
    .union(
      [
        z.strictObject({ sends: wholeNumber(1, SENDS_MAX) }),
        z.strictObject({ rounds: wholeNumber(1, SENDS_MAX) }),
      ],
      'Choose after how many messages or rounds it ends.',
    )
    .optional(),
}

/** What the editor sends. A draft may be incomplete; `active` needs all fields. */
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

export const CreateCycle = CycleInput.extend(FromForm.shape)

const RunPart = z.object({
  stepId: Id,
  text: z.string(),
  /** How many texts the step has, if there are several: one of them is sent. */
  texts: z.number().int().optional(),
  groups: z.number().int(),
})

/** What one coming slot sends, and to how many groups, if nobody changes anything. */
export const CycleRun = Run.extend({ parts: z.array(RunPart) })
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
  /** The `rev` of the last change by a person; a cycle also changes by itself when it sends. */
  editedRev: z.number().int(),
  /** The schedule in words. */
  words: z.string().optional(),
  /** The instant of the next send, if there is one. */
  nextAt: Instant.nullable(),
  nextMark: SlotMark.optional(),
  /** The next sends, at most three, with their steps, exactly as they will happen. */
  nextRuns: z.array(CycleRun),
  /**
   * What `send-next` would send at this moment, with the index of each step, from 0. The next slot may send other steps,
   * because it has another day and other quiet hours. Empty if nothing can be sent now.
   */
  sendNext: z.array(RunPart.extend({ step: z.number().int() })),
  lastResults: z.array(Result),
  /** The number of the latest run; the next run has the following number. */
  runs: z.number().int(),
  exceptions: z.array(Exception),
  pausedUntil: Instant.nullable(),
  /** How far it has come: the round, from 1, the next step, and how many messages were sent. */
  progress: z.object({
    round: z.number().int(),
    /** Null if each group has its own place, and if no step can come. */
    nextStepId: Id.nullable(),
    /** The index of that step, from 0. */
    nextStep: z.number().int().nullable(),
    sends: z.number().int(),
  }),
  occurrence: Occurrence.nullable(),
})
export type Cycle = z.infer<typeof Cycle>

/** A cycle in lists and live events: without its steps and what only its own page needs. */
export const CycleSummary = Cycle.omit({ steps: true, topics: true, exceptions: true })
export type CycleSummary = z.infer<typeof CycleSummary>

export const Cycles = page(CycleSummary)

export const CyclesQuery = SeriesQuery

export const UpdateCycle = CycleInput.extend({
  ...SavedForm.shape,
  rev: z.number().int(),
  /** `paused` keeps a paused cycle paused, also until the same time. */
  status: z.enum(['draft', 'active', 'paused']),
  /**
   * The status that the person saw. If saving as `active` would start what has stopped since (it paused itself or has
   * ended), it is refused as a conflict with the present state.
   */
  openedAs: CycleStatus.optional(),
})

export const UpdatedCycle = Cycle.extend({
  /** Exceptions that matched no slot of the new schedule and were removed. */
  dropped: z.array(Exception).optional(),
})

/** One run of a cycle, with the beginnings of its texts; not of all of them if groups have their own places. */
export const CycleOccurrence = Occurrence.extend({
  /** As they were sent: without markup, with the text that was drawn and the values of the run. */
  said: z.array(z.object({ stepId: Id.nullable(), text: z.string() })),
  /** How many different steps it sent; `said` lists at most three. */
  textCount: z.number().int(),
})
export type CycleOccurrence = z.infer<typeof CycleOccurrence>

export const CycleOccurrences = page(CycleOccurrence)

/** How many copies had each result, and when the last of them was sent. */
const resultCounts = {
  sent: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  unconfirmed: z.number().int(),
  lastAt: Instant.nullable(),
}

export const CycleFigures = z.object({
  /** How many of the latest runs are counted. */
  times: z.number().int(),
  /** The steps with ended deliveries, unordered; null for texts set for single slots. */
  steps: z.array(z.object({ stepId: Id.nullable(), ...resultCounts })),
  /** The groups with ended deliveries, most failures first; of many, only the first. */
  groups: z.array(z.object({ groupId: Id, title: z.string(), ...resultCounts })),
})
export type CycleFigures = z.infer<typeof CycleFigures>

export const SendNextStep = z
  .object({
    /** The `rev` of the cycle as the person saw it: if somebody changed it since, nothing is sent. */
    rev: z.number().int().optional(),
    /** Its `progress.sends`: if something was sent since, nothing is sent. */
    sends: z.number().int().optional(),
    /** The steps of its `sendNext`, in this order: if others would be sent now, nothing is sent. */
    steps: z
      .array(Id)
      .max(STEPS_MAX * STEPS_PER_SLOT_MAX)
      .optional(),
  })
  .prefault({})
export type SendNextStep = z.output<typeof SendNextStep>

export const JumpToStep = z.object({ step: Id })

export const RestorePlace = z
  .object({
    /**
     * Names the skip, jump or restart to undo: the `rev` that the cycle got by it. A later `rev` is accepted as well if
     * the place has not moved since. Without it, the last skip, jump or restart is undone.
     */
    rev: z.number().int().optional(),
  })
  .prefault({})

/** A change of one slot: exactly one of `skip`, `moveTo`, `content` and `restore`. */
export const CycleSlotChange = z
  .object({
    skip: z.literal(true).optional(),
    /** Another time on the wall clock of the schedule's zone. */
    moveTo: z.optional(LocalDateTime),
    /** Sent instead of its steps; the next slot sends these. */
    content: Content.optional(),
    restore: z.literal(true).optional(),
  })
  .refine(
    (change) => Object.values(change).filter((one) => one !== undefined).length === 1,
    'Give one of skip, moveTo, content and restore.',
  )
export type CycleSlotChange = z.output<typeof CycleSlotChange>
