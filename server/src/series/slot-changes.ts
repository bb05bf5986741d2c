import { EXCEPTIONS_MAX, type Schedule } from '@carillon/contract/schedule'
import { AppError, invalid } from '../platform/errors.ts'
import { movedOntoAnother, nextSlot, PASSED, type Slot } from '../schedule/rules.ts'
import { contentAt, endBefore, firstSlotOf, instantOf, type SlotContent } from './rules.ts'
import { shiftFrom } from './shift.ts'

/** A change of one slot of a series, or of it and all following ones. */
type Change = {
  skip?: true | undefined
  moveTo?: string | undefined
  restore?: true | undefined
  following: boolean
}

/** Throws `conflict` for a slot that has passed or is already planned. */
export function requireToCome(
  { moves = [], timeZone }: Schedule,
  slot: Slot,
  { made, now }: { made: Date | undefined; now: Date },
): void {
  const moved = moves.find(({ from }) => from === slot.local)
  const at = moved ? instantOf(moved.to, timeZone) : slot.at
  // Slots are planned a second ahead.
  const planned = made && made >= at
  if (at > now && !planned) return
  throw new AppError('conflict', 'This time has passed. What was sent then stays as it is.')
}

/**
 * Throws `conflict` for a slot whose change cannot be removed: its own time has passed, so that it would not be sent; or
 * it has no change of its own, because its text is that of all slots from an earlier one on.
 */
export function requireOwnChange(
  schedule: Schedule,
  slot: Slot,
  { contents, now }: { contents: readonly SlotContent[]; now: Date },
): void {
  const { moves = [], skips = [] } = schedule
  const isMoved = moves.some(({ from }) => from === slot.local)
  if (isMoved && slot.at <= now) {
    throw new AppError(
      'conflict',
      'Its own time has passed, so it would not be sent. Move it to another time, or skip it.',
    )
  }
  const content = contentAt(contents, slot.at)
  const first = content && firstSlotOf(schedule, content)
  if (isMoved || skips.includes(slot.local) || !first || +first.at === +slot.at) return
  throw new AppError(
    'conflict',
    'It has the text of all runs from an earlier one on. Undo that change, or give this run a text of its own.',
  )
}

/** The contents that belong to one slot alone; if it has no change to come of its own, those that apply from it on. */
export function ownOf(
  schedule: Schedule,
  slot: Slot,
  { contents, now }: { contents: readonly SlotContent[]; now: Date },
) {
  const { skips = [], moves = [] } = schedule
  const here = contents.filter((one) => firstSlotOf(schedule, one)?.at.getTime() === +slot.at)
  const own = here.filter(({ following }) => !following)
  const isSkipped = skips.includes(slot.local) && slot.at > now
  const changed = isSkipped || moves.some(({ from }) => from === slot.local)
  return own.length > 0 || changed ? own : here
}

/**
 * The schedule after a change. `continued` is a separate schedule for the following slots, if they were
 * moved, and `moved` gives their new local times.
 */
type Changed = {
  next: Schedule
  continued?: Schedule
  moved?: (local: string) => string | undefined
}

export function changed(
  schedule: Schedule,
  slot: Slot,
  { skip, moveTo, restore, following }: Change,
  { now, since }: { now: Date; since: Date },
): Changed {
  const { skips = [], moves = [], timeZone } = schedule
  const others = {
    skips: skips.filter((local) => local !== slot.local),
    moves: moves.filter(({ from }) => from !== slot.local),
  }
  if (skip) {
    const next = following
      ? endBefore(schedule, slot)
      : { ...schedule, ...others, skips: [...others.skips, slot.local] }
    return { next: withinLimit(next, 'skip') }
  }
  if (restore) {
    const later = (local: string) => following && instantOf(local, timeZone) >= slot.at
    // A slot that was sent before its own time would be sent again.
    const isSent = (to: string) => instantOf(to, timeZone) <= now
    const next = {
      skips: others.skips.filter((local) => !later(local)),
      moves: others.moves.filter(({ from, to }) => !later(from) || isSent(to)),
    }
    return { next: requireDistinctTimes(schedule, { ...schedule, ...next }, 'restore') }
  }
  if (!moveTo) return { next: schedule }
  const isBack = moveTo === slot.local
  if (isBack && (following || !moves.some(({ from }) => from === slot.local))) {
    throw invalid('moveTo', 'Move it to another time than its own.')
  }
  if (instantOf(moveTo, timeZone) <= now) {
    throw invalid('moveTo', PASSED)
  }
  if (!following) {
    const next = {
      ...schedule,
      ...others,
      moves: [...others.moves, ...(isBack ? [] : [{ from: slot.local, to: moveTo }])],
    }
    return { next: requireDistinctTimes(schedule, withinLimit(next, 'moveTo'), 'moveTo') }
  }
  const shifted = shiftFrom({ ...schedule, ...others }, slot, moveTo)
  if ('problem' in shifted) throw invalid('moveTo', shifted.problem)
  const { schedule: later, move: moved } = shifted
  requireDistinctTimes(schedule, later, 'following')
  const before = endBefore(schedule, slot)
  // `since` includes an earlier slot that was moved to after this one, or that is due and not planned yet.
  if (!nextSlot(before, since)) return { next: withinLimit(later, 'moveTo'), moved }
  return { next: withinLimit(before, 'moveTo'), continued: later, moved }
}

/** Returns the changed schedule. Throws if a slot would have the time of another one: only one would be sent. */
function requireDistinctTimes(
  before: Schedule,
  after: Schedule,
  path: keyof typeof SAME_TIME_PROBLEMS,
): Schedule {
  if (movedOntoAnother(after).length <= movedOntoAnother(before).length) return after
  throw invalid(path === 'following' ? 'moveTo' : path, SAME_TIME_PROBLEMS[path])
}

const SAME_TIME_PROBLEMS = {
  restore: 'Another run was moved to this time. Move that one first.',
  moveTo: 'Another run is at this time already. Choose another time, or skip this run.',
  following:
    'A later run that was moved would come at the time of another one. Choose another time, or restore that run first.',
}

function withinLimit(schedule: Schedule, path: string): Schedule {
  const { skips = [], moves = [] } = schedule
  if (Math.max(skips.length, moves.length) <= EXCEPTIONS_MAX) return schedule
  throw invalid(path, 'This series has too many exceptions. Edit its schedule instead.')
}
