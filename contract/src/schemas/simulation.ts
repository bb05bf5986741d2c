import { z } from 'zod'
import { SIMULATION_DAYS_DEFAULT, SIMULATION_DAYS_MAX } from '../cycles.ts'
import { LocalDate } from '../schedule/rule.ts'
import { LocalDateTime } from '../time.ts'
import { CycleInput } from './cycles.ts'
import { SlotMark } from './schedule.ts'
import { Id, Instant } from './wire.ts'

export const SimulateCycle = CycleInput.extend({
  /** The cycle that this is an edit of: the simulation begins where it stands. */
  cycleId: Id.optional(),
  days: z
    .number()
    .int('Give whole days.')
    .min(1, 'Give 1 day or more.')
    .max(SIMULATION_DAYS_MAX, `At most ${SIMULATION_DAYS_MAX} days.`)
    .default(SIMULATION_DAYS_DEFAULT),
  status: CycleInput.shape.status.default('active'),
})

/** One step to one group or topic, as it will be sent if nobody changes anything. */
export const SimulatedSend = z.object({
  /** The instant the rule gives the slot. */
  slotAt: Instant,
  /** When it is due: the slot, its jitter and its turn in the spread. */
  at: Instant,
  /** The slot on the wall clock of the timetable's zone. */
  local: LocalDateTime,
  mark: SlotMark.optional(),
  /** The step by its place in `steps`, from 0; null for what this slot alone says. */
  step: z.number().int().nullable(),
  /** Which text of a step with variants, from 1: the first is its own. */
  variant: z.number().int().optional(),
  groupId: Id,
  topicId: z.string().nullable(),
  /** When it goes out by the pace of its connection and the rules of its group. */
  sentAt: Instant,
  /** What the group does to it: waits for quiet hours or its gap, or is left out. */
  rule: z.enum(['quiet_hours', 'gap', 'cap']).optional(),
  skipped: z.literal(true).optional(),
  /** What else this person sends to the same group that day. */
  others: z.number().int(),
})
export type SimulatedSend = z.infer<typeof SimulatedSend>

export const SimulationWarning = z.object({
  code: z.string(),
  text: z.string(),
  step: z.number().int().optional(),
  groupId: Id.optional(),
})

export const Simulation = z.object({
  sends: z.array(SimulatedSend),
  /** All sends of these days, told or not. */
  count: z.number().int(),
  /** Not all of the timetable was walked: it has more slots than one simulation looks at. */
  atLeast: z.literal(true).optional(),
  /** All sends by their day on the wall clock of the timetable, told or not; days with none are left out. */
  byDay: z.array(z.object({ date: LocalDate, sends: z.number().int(), skipped: z.number().int() })),
  /** What each group gets, in their order; not all where there are many. */
  byGroup: z.array(
    z.object({
      groupId: Id,
      sends: z.number().int(),
      /** Of the sends, those that wait for a rule of the group. */
      held: z.number().int(),
      skipped: z.number().int(),
      /** How many different steps. */
      steps: z.number().int(),
      firstAt: Instant.nullable(),
      lastAt: Instant.nullable(),
    }),
  ),
  load: z.array(
    z.object({
      connectionId: Id,
      label: z.string(),
      sends: z.number().int(),
      /** The slot with the most sends, and when the last group has what it says. */
      busiest: z.object({ slotAt: Instant, sends: z.number().int(), lastAt: Instant }).nullable(),
      /** How much of its pace is used in the busiest slot's time until the next one, from 0 on; 1 is all. */
      share: z.number(),
    }),
  ),
  warnings: z.array(SimulationWarning),
  /** The day it ends, if it does within these days. */
  endsAt: Instant.nullable(),
  /** The ids of the steps, and what was drawn and counted from; saving these makes it run as it was shown. */
  stepIds: z.array(Id),
  seed: z.number().int(),
  scheduleSeed: z.number().int(),
  starts: z.string(),
})
export type Simulation = z.infer<typeof Simulation>
