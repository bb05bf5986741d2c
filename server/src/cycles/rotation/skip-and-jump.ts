import { BEGINNING, UNMOVED, type Place, type Position } from './position.ts'
import { firstOf, lastRoundOf, turnsOf, type Rotation } from './rounds.ts'
import { isAtEnd, stepsAt, type SlotFacts } from './step-selection.ts'

/** The position after a slot that was skipped: its steps count as used, although nothing was sent. */
export function skipSlot(rotation: Rotation, position: Position, slot: SlotFacts): Position {
  const decision = stepsAt(rotation, position, slot)
  if (decision.kind === 'nothing') return position
  return { ...decision.after, sends: position.sends, said: position.said }
}

/**
 * The position in which this step is next for all groups, also for groups that have got no step yet, and
 * for those that were taken out. A step that has no turn in this round changes nothing.
 */
export function jumpTo(rotation: Rotation, position: Position, stepId: string): Position {
  const begun = rotation.groupIds.map((id) => [id, position.places[id] ?? BEGINNING] as const)
  const places = { ...position.places, ...Object.fromEntries(begun) }
  return withPlaces({ ...position, places }, (place) => {
    const there = withinLastRound(rotation, place)
    const next = turnsOf(rotation, there).find((turn) => turn.stepId === stepId)
    return next ? { ...there, next } : place
  })
}

/** The position at the start of the present round. */
export const restartRound = (rotation: Rotation, position: Position): Position =>
  withPlaces(position, (place) => {
    const { round, first, last } = withinLastRound(rotation, place)
    return { round, next: null, first, last }
  })

/** A place behind the last round, where nothing comes any more, is taken back to that round. */
function withinLastRound(rotation: Rotation, place: Place): Place {
  const round = lastRoundOf(rotation)
  if (place.round <= round) return place
  return { ...place, round, next: null, first: firstOf(rotation, round, place.last) }
}

/** Where a cycle begins that is started for this slot: at the first step if nothing is left from its place on. */
export const startPosition = (rotation: Rotation, position: Position, slot: SlotFacts): Position =>
  isAtEnd(rotation, position, slot) ? UNMOVED : position

function withPlaces(position: Position, move: (place: Place) => Place): Position {
  const places = Object.entries(position.places).map(([id, place]) => [id, move(place)] as const)
  return { ...position, place: move(position.place), places: Object.fromEntries(places) }
}
