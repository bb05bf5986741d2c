import { isDeepStrictEqual } from 'node:util'
import { firstOf, isSame, turnsOf, type Rotation, type Turn } from './rounds.ts'

/** How far a rotation has come, for all groups or for one. */
export type Place = {
  /** From 1 on. */
  round: number
  /** Whose turn is next; null at the beginning of a round. */
  next: Turn | null
  /** What begins the round in place of the step that was said last; null when the round begins as drawn. */
  first: Turn | null
  /** The step that was said last. */
  last: string | null
}

/** How far a cycle has come: all that it remembers besides its fields. */
export type Position = {
  /** Of all groups, where they all get the same step. */
  place: Place
  /** Of each group that has got a step, where each has a place of its own. */
  places: Readonly<Record<string, Place>>
  /** The group whose turn is next, where one has it at a time; null before the first. */
  nextGroup: string | null
  /** Messages said so far: those to several groups at once count as one. */
  sends: number
  /** In how many slots each step was said. */
  said: Readonly<Record<string, number>>
}

/** Before anything was said. */
export const BEGINNING: Place = { round: 1, next: null, first: null, last: null }

export const UNMOVED: Position = {
  place: BEGINNING,
  places: {},
  nextGroup: null,
  sends: 0,
  said: {},
}

/** The place at the beginning of the round after this one. */
export function nextRound(rotation: Rotation, { round, last }: Place): Place {
  return { round: round + 1, next: null, first: firstOf(rotation, round + 1, last), last }
}

/** The place in its round, as an index of the round's turns. */
export function indexOf(rotation: Rotation, { round, next, first }: Place): number {
  if (!next) return 0
  return Math.max(
    0,
    turnsOf(rotation, round, first).findIndex((turn) => isSame(turn, next)),
  )
}

/**
 * The position after an edit. It stays on its step wherever that one was moved to; of a step or group that
 * was removed, the turn passes to the one after it.
 */
export function carryOver(before: Rotation, after: Rotation, position: Position): Position {
  const steps = new Set(after.steps.map(({ id }) => id))
  const groups = new Set(after.groupIds)
  const { nextGroup } = position
  // Most groups share their place.
  const carried = new Map<Place, Place>()
  const carry = (place: Place) => {
    const known = carried.get(place) ?? carryPlace(before, after, place)
    carried.set(place, known)
    return known
  }
  return {
    ...position,
    place: carry(position.place),
    places: Object.fromEntries(
      Object.entries(position.places)
        .filter(([groupId]) => groups.has(groupId))
        .map(([groupId, place]) => [groupId, carry(place)]),
    ),
    nextGroup:
      nextGroup && (following(before.groupIds, nextGroup).find((id) => groups.has(id)) ?? null),
    said: Object.fromEntries(Object.entries(position.said).filter(([id]) => steps.has(id))),
  }
}

function carryPlace(before: Rotation, after: Rotation, place: Place): Place {
  const { round, first, last, next } = place
  const [drawn, there] = [turnsOf(before, round, first), turnsOf(after, round, first)]
  // What changes no turn changes no place: a round that was restarted begins as it did.
  if (isDeepStrictEqual(drawn, there)) return place
  if (!next) return { ...place, first: firstOf(after, round, last) }
  const left = drawn.slice(indexOf(before, place))
  const following = left.find((turn) => there.some((other) => isSame(turn, other)))
  return following ? { ...place, next: following } : nextRound(after, place)
}

/** The list once around, from this one on. */
export function following(ids: readonly string[], from: string): string[] {
  const at = Math.max(0, ids.indexOf(from))
  return [...ids.slice(at), ...ids.slice(0, at)]
}
