import type { CycleStatus } from '@carillon/contract/cycles'
import { AppError } from '../platform/errors.ts'

/** The status of a cycle after each action; an action is refused in a status that is missing here. */
const transitions = {
  /** Saved as a draft: its schedule is removed. */
  save: { draft: 'draft', active: 'draft', paused: 'draft', finished: 'draft' },
  /** Saved as active: its schedule is set. */
  schedule: { draft: 'active', active: 'active', paused: 'active', finished: 'active' },
  /** Saved without ending its pause. */
  keepPaused: { paused: 'paused' },
  pause: { active: 'paused', paused: 'paused' },
  resume: { draft: 'active', paused: 'active', finished: 'active' },
  finish: { active: 'finished', paused: 'finished' },
  /** A person changes its place in the round. */
  place: { draft: 'draft', active: 'active', paused: 'paused' },
  sendNext: { draft: 'draft', active: 'active', paused: 'paused' },
  /** One of its slots is changed. If it has finished, only a skipped slot can come back: then it goes on. */
  except: { active: 'active', paused: 'paused', finished: 'active' },
} as const satisfies Record<string, Partial<Record<CycleStatus, CycleStatus>>>

export type Verb = keyof typeof transitions

/**
 * The status of a cycle after an action; throws `conflict`, with words, if the action is not possible now.
 */
export function move(verb: Verb, status: CycleStatus): CycleStatus {
  const to: Partial<Record<CycleStatus, CycleStatus>> = transitions[verb]
  const next = to[status]
  if (!next) throw new AppError('conflict', status === 'suspended' ? SUSPENDED : refusals[verb])
  return next
}

/** Whether a person may send the next steps of a cycle with this status. */
export const maySendNext = (status: CycleStatus): boolean => status in transitions.sendNext

const SUSPENDED =
  'This cycle is above the limit of your plan. Upgrade, or use it instead of another cycle first.'

const refusals: Record<Verb, string> = {
  save: 'This cycle cannot be made a draft now.',
  schedule: 'This cycle cannot be started now.',
  keepPaused: 'This cycle was started or has ended meanwhile. Look at it again.',
  pause: 'Only a cycle that is active can be paused.',
  resume: 'This cycle is active already.',
  finish: 'Only a cycle that is active or paused can be finished.',
  place: 'This cycle has finished. Start it again first.',
  sendNext: 'This cycle has finished. Start it again first.',
  except: 'Only the times of a cycle that is active or paused can be changed.',
}

/** The statuses that count towards the limit of the tier. */
export const COUNTED = ['draft', 'active', 'paused'] as const satisfies readonly CycleStatus[]

export const isCounted = (status: CycleStatus): boolean =>
  (COUNTED as readonly CycleStatus[]).includes(status)

/** Whether a cycle was not started yet, or has finished: it has to be started to go on. */
export const hasStopped = (status: CycleStatus): boolean =>
  status === 'draft' || status === 'finished'
