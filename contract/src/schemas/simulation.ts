import { z } from 'zod'
import {
  SIMULATION_DAYS_DEFAULT,
  SIMULATION_DAYS_MAX,
  SIMULATION_SENDS_LISTED_MAX,
  SIMULATION_SLOTS_MAX,
} from '../cycles.ts'
import { LocalDate } from '../schedule/rule.ts'
import { LocalDateTime } from '../time.ts'
import { CycleInput } from './cycles.ts'
import { SlotMark } from './schedule.ts'
import { Id, Instant } from './wire.ts'

const most = (from: number, to: number) =>
  z
    .number()
    .int('Give a whole number.')
    .min(from, `Give ${from} or more.`)
    .max(to, `At most ${to.toLocaleString('en')}.`)
    .optional()

export const SimulateCycle = CycleInput.extend({
  /** The cycle that is being edited: the simulation begins at its current position. */
  cycleId: Id.optional(),
  days: z
    .number()
    .int('Give whole days.')
    .min(1, 'Give 1 day or more.')
    .max(SIMULATION_DAYS_MAX, `At most ${SIMULATION_DAYS_MAX} days.`)
    .default(SIMULATION_DAYS_DEFAULT),
  /** It stops after so many slots with something to send. */
  slots: most(1, SIMULATION_SLOTS_MAX),
  /** It lists so many sends. */
  sends: most(0, SIMULATION_SENDS_LISTED_MAX),
  /** `paused`: simulates the time after its pause. */
  status: z.enum(['draft', 'active', 'paused']).default('active'),
})

export type SimulationInput = z.input<typeof SimulateCycle>

/** One step to one group or topic, as it will be sent if nobody changes anything. */
export const SimulatedSend = z.object({
  /** The instant that the rule gives the slot. */
  slotAt: Instant,
  /** When it is due: the slot plus its jitter and its share of the spread. */
  at: Instant,
  /** The slot on the wall clock of the schedule's zone. */
  local: LocalDateTime,
  /** How a clock change affects the slot. */
  mark: SlotMark.optional(),
  /** The index of the step in `steps`, from 0; null for a text set for this slot only. */
  step: z.number().int().nullable(),
  /** Which text of a step with variants, from 1: 1 is the text itself. */
  variant: z.number().int().optional(),
  groupId: Id,
  topicId: z.string().nullable(),
  /** When it is sent, given the pace of its connection and the rules of its group. */
  sentAt: Instant,
  /** The rule that delays or skips it: the group's quiet hours, gap or daily cap, or the account's daily allowance. */
  rule: z.enum(['quiet_hours', 'gap', 'cap', 'allowance']).optional(),
  skipped: z.literal(true).optional(),
  /** How many other messages this user sends to the same group on that day. */
  others: z.number().int(),
})
export type SimulatedSend = z.infer<typeof SimulatedSend>

/** One slot with something to send: its steps, and the number of groups. */
export const SimulatedSlot = SimulatedSend.pick({
  slotAt: true,
  at: true,
  local: true,
  mark: true,
}).extend({
  /** The indexes of the steps it sends, from 0, each once; null for a text set for this slot only. Many steps are not all listed, only the first. */
  steps: z.array(z.number().int().nullable()),
  stepCount: z.number().int(),
  groups: z.number().int(),
  /** The group, if there is only one. */
  groupId: Id.optional(),
  /** `held`: the number of groups whose rules delay it; `skipped`: of those whose rules skip it. */
  held: z.number().int(),
  /** When the first of the delayed groups gets it. */
  heldUntil: Instant.optional(),
  skipped: z.number().int(),
})
export type SimulatedSlot = z.infer<typeof SimulatedSlot>

export const SimulationWarning = z.object({
  code: z.string(),
  text: z.string(),
  step: z.number().int().optional(),
  groupId: Id.optional(),
})

export const Simulation = z.object({
  sends: z.array(SimulatedSend),
  /** The slots with something to send, in time order. Many slots are not all listed, only the first. */
  slots: z.array(SimulatedSlot),
  /** All sends of these days, listed or not. */
  count: z.number().int(),
  /** Only a part of the schedule was computed: it has more slots than one simulation computes. */
  atLeast: z.literal(true).optional(),
  /** All sends by local day of the schedule's zone, listed or not; days without sends are left out. */
  byDay: z.array(z.object({ date: LocalDate, sends: z.number().int(), skipped: z.number().int() })),
  /** What each group gets, in the order of the groups. Many groups are not all listed, only the first. */
  byGroup: z.array(
    z.object({
      groupId: Id,
      sends: z.number().int(),
      /** How many of the sends wait for a rule of the group. */
      held: z.number().int(),
      skipped: z.number().int(),
      /** The number of different steps. */
      steps: z.number().int(),
      /** How many messages other sources send to it in these days. */
      others: z.number().int(),
      firstAt: Instant.nullable(),
      lastAt: Instant.nullable(),
    }),
  ),
  load: z.array(
    z.object({
      connectionId: Id,
      label: z.string(),
      sends: z.number().int(),
      /** The slot with the most sends, and when its last group gets its message. */
      busiest: z.object({ slotAt: Instant, sends: z.number().int(), lastAt: Instant }).nullable(),
      /** The largest share of the time to the next slot that the sends of a slot need. Above 1, a slot is not done before the next. */
      share: z.number(),
    }),
  ),
  warnings: z.array(SimulationWarning),
  /** When the cycle ends, if it ends within these days. */
  endsAt: Instant.nullable(),
  /** The ids of the steps, the seeds and the start. If these are saved, the cycle runs as simulated. */
  stepIds: z.array(Id),
  seed: z.number().int(),
  scheduleSeed: z.number().int(),
  starts: z.string(),
})
export type Simulation = z.infer<typeof Simulation>
