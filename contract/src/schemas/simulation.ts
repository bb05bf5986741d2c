import { z } from 'zod'
import {
  SIMULATION_DAYS_DEFAULT,
  SIMULATION_DAYS_MAX,
  SIMULATION_SENDS_MAX,
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
  /** The cycle that this is an edit of: the simulation begins where it stands. */
  cycleId: Id.optional(),
  days: z
    .number()
    .int('Give whole days.')
    .min(1, 'Give 1 day or more.')
    .max(SIMULATION_DAYS_MAX, `At most ${SIMULATION_DAYS_MAX} days.`)
    .default(SIMULATION_DAYS_DEFAULT),
  /** After how many slots with something to send it stops, and how many sends it tells one by one. */
  slots: most(1, SIMULATION_SLOTS_MAX),
  sends: most(0, SIMULATION_SENDS_MAX),
  /** `paused`: as it goes on when its pause has ended. */
  status: z.enum(['draft', 'active', 'paused']).default('active'),
})

export type SimulationInput = z.input<typeof SimulateCycle>

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
  /** What makes it wait, or leaves it out: quiet hours, gap or cap of the group, or the daily allowance of the account. */
  rule: z.enum(['quiet_hours', 'gap', 'cap', 'allowance']).optional(),
  skipped: z.literal(true).optional(),
  /** What else this person sends to the same group that day. */
  others: z.number().int(),
})
export type SimulatedSend = z.infer<typeof SimulatedSend>

/** One slot with something to send: its steps, and to how many groups. */
export const SimulatedSlot = SimulatedSend.pick({
  slotAt: true,
  at: true,
  local: true,
  mark: true,
}).extend({
  /** The steps it sends, each once, by their place from 0; null for what this slot alone says. Not all of very many. */
  steps: z.array(z.number().int().nullable()),
  stepCount: z.number().int(),
  groups: z.number().int(),
  /** The group, if it is one alone. */
  groupId: Id.optional(),
  /** Of the groups, those whose rules make it later for them, or leave it out. */
  held: z.number().int(),
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
  /** The slots with something to send, in their order; not all of very many. */
  slots: z.array(SimulatedSlot),
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
      /** What other messages and cycles send to it in these days. */
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
