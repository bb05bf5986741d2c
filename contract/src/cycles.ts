import { endpoint } from './endpoint.ts'

export type {
  CycleStatus,
  CycleOrder,
  CycleMode,
  Step,
  StepInput,
  Cycle,
  CycleSummary,
  CycleInput,
  CycleRun,
  CycleSlotChange,
  CycleFigures,
  CycleOccurrence,
  SendNextStep,
} from './schemas/cycles.ts'
export type {
  Simulation,
  SimulatedSend,
  SimulatedSlot,
  SimulationInput,
} from './schemas/simulation.ts'

/** Most steps of a cycle: a person cannot keep more in order, and a simulation stays quick. */
export const STEPS_MAX = 200

/** The longest name of a cycle, in characters. */
export const CYCLE_NAME_MAX = 120

/** Most steps that one slot may send, one after the other. */
export const STEPS_PER_SLOT_MAX = 10

/** The greatest weight of a step: a hundred times as often as another. */
export const WEIGHT_MAX = 100

/**
 * Most turns that are put in order for one run, if each group has its own place and the order is drawn: the turns of a
 * round times the groups, which may all be in different rounds. They take a quarter of a second.
 */
export const DRAWN_TURNS_MAX = 100_000

/** Largest number of sends after which a cycle or a step may end. */
export const SENDS_MAX = 1_000_000

/** How many days a simulation covers: default and largest. */
export const SIMULATION_DAYS_DEFAULT = 30
export const SIMULATION_DAYS_MAX = 90

/** Most sends that a simulation lists; `count` gives the number of all. */
export const SIMULATION_SENDS_LISTED_MAX = 2_000

/** Most slots that a simulation lists, and most steps of each. */
export const SIMULATION_SLOTS_LISTED_MAX = 500
export const SIMULATION_STEPS_LISTED_MAX = 10

/** Most slots that a simulation computes: one each half hour for its ninety days. */
export const SIMULATION_SLOTS_MAX = 5_000

/** Most groups that a simulation, or the figures of a cycle, list. */
export const GROUPS_LISTED_MAX = 500

/** Most texts of one run that the history lists. */
export const RUN_TEXTS_LISTED_MAX = 3

/** How many of the latest runs of a cycle its figures count. */
export const FIGURES_RUNS_MAX = 100

/** Most sends that a simulation computes, over all its slots. */
export const SIMULATION_SENDS_COMPUTED_MAX = 200_000

export const listCycles = endpoint({
  method: 'GET',
  path: '/api/cycles',
  summary: 'List cycles: first those with a next send, in its order; then the rest, newest first.',
  auth: 'user',
  cost: 'heavy',
  query: 'CyclesQuery',
  data: 'Cycles',
})

export const createCycle = endpoint({
  method: 'POST',
  path: '/api/cycles',
  summary: 'Create a cycle, as a draft or active; the tier limits how many.',
  auth: 'user',
  status: 201,
  body: 'CreateCycle',
  data: 'Cycle',
})

export const simulateCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/simulate',
  summary: 'Show what a cycle will send in the next days, to whom and when; nothing is saved.',
  auth: 'user',
  cost: 'heavy',
  body: 'SimulateCycle',
  data: 'Simulation',
})

export const getCycle = endpoint({
  method: 'GET',
  path: '/api/cycles/:id',
  summary: 'Read one cycle with its steps.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const updateCycle = endpoint({
  method: 'PUT',
  path: '/api/cycles/:id',
  summary: 'Replace the editable fields; a stale `rev` answers conflict with the current state.',
  auth: 'user',
  params: 'IdParams',
  body: 'UpdateCycle',
  data: 'UpdatedCycle',
})

export const deleteCycle = endpoint({
  method: 'DELETE',
  path: '/api/cycles/:id',
  summary: 'Delete a cycle; what was sent stays in its groups. It can be restored for ten minutes.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const restoreCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/restore',
  summary: 'Undo the deletion of a cycle, within ten minutes. What came due meanwhile is not sent.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const dismissCycleAttention = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/dismiss',
  summary:
    'Take away the attention that a run which is over has left, because a person has seen it.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const pauseCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/pause',
  summary: 'Stop sending, at once or after what is being sent, and until a time if one is given.',
  auth: 'user',
  params: 'IdParams',
  body: 'PauseMessage',
  data: 'Cycle',
})

export const resumeCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/resume',
  summary: 'Start a draft, or continue a paused cycle where it stopped; nothing is sent late.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const finishCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/finish',
  summary: 'End a cycle now; what is being sent is still sent.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const swapInCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/use',
  summary:
    'Use a suspended cycle again; without room in the tier, the longest unused one is suspended instead.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const skipNextStep = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/skip-next',
  summary: 'Skip the steps that the next slot would send; the next slot sends those after them.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const sendNextStep = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/send-next',
  summary:
    'Send now the next steps that may be sent at this moment (`sendNext`); the next slot then sends what comes after them. Refused as a conflict, with the current state, if they are not those that the body names.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  body: 'SendNextStep',
  data: 'Cycle',
})

export const jumpToStep = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/jump',
  summary: 'Make a step the next one, for all groups; the round continues from there.',
  auth: 'user',
  params: 'IdParams',
  body: 'JumpToStep',
  data: 'Cycle',
})

export const restartRound = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/restart-round',
  summary: 'Begin the round again with its first step, for all groups.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const restorePlace = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/restore-place',
  summary:
    'Undo the last skip, jump or restart of a round; refused as a conflict if something was sent or edited since, or if the last one was made after the cycle had this `rev`.',
  auth: 'user',
  params: 'IdParams',
  body: 'RestorePlace',
  data: 'Cycle',
})

export const duplicateCycle = endpoint({
  method: 'POST',
  path: '/api/cycles/:id/duplicate',
  summary: 'Make a draft with the same steps, groups and schedule; the tier limits how many.',
  auth: 'user',
  params: 'IdParams',
  data: 'Cycle',
})

export const listCycleOccurrences = endpoint({
  method: 'GET',
  path: '/api/cycles/:id/occurrences',
  summary: 'List the times this cycle went out, newest first.',
  auth: 'user',
  params: 'IdParams',
  query: 'PageQuery',
  data: 'CycleOccurrences',
})

export const getCycleFigures = endpoint({
  method: 'GET',
  path: '/api/cycles/:id/figures',
  summary: `Count the results of the last ${FIGURES_RUNS_MAX} runs, by step and by group.`,
  auth: 'user',
  cost: 'heavy',
  params: 'IdParams',
  data: 'CycleFigures',
})

export const changeCycleSlot = endpoint({
  method: 'PUT',
  path: '/api/cycles/:id/slots/:slotAt',
  summary: 'Skip, move or reword one slot of a cycle, or undo these changes of it.',
  auth: 'user',
  params: 'SlotParams',
  body: 'CycleSlotChange',
  data: 'Cycle',
})
