import { isDeepStrictEqual } from 'node:util'
import {
  firstOf,
  isSame,
  lastRoundOf,
  turnsOf,
  type Had,
  type Rotation,
  type Round,
  type Turn,
} from './rounds.ts'

/** How far a rotation has come, for all groups or for one. */
export type Place = Round & {
  /** The next turn; null at the beginning of a round. */
  next: Turn | null
  /** The step that was sent last. */
  last: string | null
}

/** How far a cycle has come: everything it needs in addition to its own fields. */
export type Position = {
  /** The place of all groups, if all groups get the same step. */
  place: Place
  /**
   * The place of each group that has got a step, if each group has its own place. A group that was taken out keeps
   * its place, for when it is put back.
   */
  places: Readonly<Record<string, Place>>
  /** The next group, if one group gets a step at a time; null before the first. */
  nextGroup: string | null
  /** The group that was next when it was removed, and the one that is next instead. */
  passed: { group: string; by: string } | null
  /** How many sends were used. A slot uses as many as the group that got the most steps in it. */
  sends: number
  /** In how many slots each step was sent, by its id. */
  said: Readonly<Record<string, number>>
}

/** The place before anything was sent. */
export const BEGINNING: Place = { round: 1, next: null, first: null, last: null }

export const UNMOVED: Position = {
  place: BEGINNING,
  places: {},
  nextGroup: null,
  passed: null,
  sends: 0,
  said: {},
}

/** The place at the beginning of the round after this one. */
export function nextRound(rotation: Rotation, { round, last }: Place): Place {
  return { round: round + 1, next: null, first: firstOf(rotation, round + 1, last), last }
}

/** The index of a place among the turns of its round. */
export function indexOf(rotation: Rotation, place: Place): number {
  const { next } = place
  if (!next) return 0
  return Math.max(
    0,
    turnsOf(rotation, place).findIndex((turn) => isSame(turn, next)),
  )
}

/**
 * The position after an edit. It stays at its step, also if the step was moved. If a step or a group was
 * removed, the next one takes its turn. A group that was removed and added again continues at its former place.
 *
 * In the last round, after which nothing comes, each turn that was not had comes, in the new order, and none comes
 * again. This brings new steps also if the round is over, unless the cycle `hasStopped`: it begins again then.
 */
export function carryOver(
  before: Rotation,
  after: Rotation,
  present: Position,
  { hasStopped = false }: { hasStopped?: boolean } = {},
): Position {
  const position = inMode(before, after, present)
  const steps = new Set(after.steps.map(({ id }) => id))
  // Most groups have the same place.
  const carried = new Map<Place, Place>()
  const carry = (place: Place) => {
    const known = carried.get(place) ?? carryPlace(before, after, { place, hasStopped })
    carried.set(place, known)
    return known
  }
  return {
    ...position,
    place: carry(position.place),
    places: Object.fromEntries(
      Object.entries(position.places).map(([groupId, place]) => [groupId, carry(place)]),
    ),
    ...carryGroup(before, after, position),
    said: Object.fromEntries(Object.entries(position.said).filter(([id]) => steps.has(id))),
  }
}

/** The position with the same next step, if an edit changes whether all groups have one place. */
function inMode(before: Rotation, after: Rotation, position: Position): Position {
  if ((before.mode === 'same') === (after.mode === 'same')) return position
  const { places, place } = position
  if (before.mode !== 'same') return { ...position, place: commonPlace(before, position) }
  const groupIds = [...before.groupIds, ...Object.keys(places)]
  return { ...position, places: Object.fromEntries(groupIds.map((id) => [id, place])) }
}

/**
 * The place from which all groups go on together: that of the group whose turn it is, or else the one that most groups
 * have. Groups that have got everything do not count.
 */
function commonPlace({ mode, groupIds, ...ends }: Rotation, position: Position): Place {
  const { places, nextGroup } = position
  const inOrder = mode === 'one_group' ? following(groupIds, nextGroup ?? '') : groupIds
  const all = inOrder.map((id) => places[id] ?? BEGINNING)
  const left = all.filter(({ round }) => round <= lastRoundOf(ends))
  const [first = all[0] ?? position.place] = left
  if (mode === 'one_group') return first
  const counts = new Map<string, { place: Place; count: number }>()
  for (const place of left) {
    const { round, next, first, last, had } = place
    const key = JSON.stringify([round, next, first, last, had])
    counts.set(key, { place, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.count - a.count)
  return most?.place ?? first
}

/** The group that is next after an edit. */
function carryGroup(
  before: Rotation,
  after: Rotation,
  { nextGroup, passed }: Position,
): Pick<Position, 'nextGroup' | 'passed'> {
  const groups = new Set(after.groupIds)
  if (passed && passed.by === nextGroup && groups.has(passed.group)) {
    return { nextGroup: passed.group, passed: null }
  }
  if (nextGroup === null || groups.has(nextGroup)) return { nextGroup, passed }
  const by = following(before.groupIds, nextGroup).find((id) => groups.has(id)) ?? null
  return { nextGroup: by, passed: by === null ? null : { group: nextGroup, by } }
}

function carryPlace(
  before: Rotation,
  after: Rotation,
  { place, hasStopped }: { place: Place; hasStopped: boolean },
): Place {
  const { round, last, next } = place
  const lastRound = lastRoundOf(after)
  if (!hasStopped && round > lastRound && round > lastRoundOf(before)) {
    const all = { round: lastRound, first: null }
    const left = turnsLeft(after, all, turnsOf(before, all))
    if (left.next) return { ...left, last }
  }
  const [turnsBefore, turnsAfter] = [turnsOf(before, place), turnsOf(after, place)]
  // An edit that changes no turn changes no place: a restarted round stays at its beginning.
  if (isDeepStrictEqual(turnsBefore, turnsAfter)) return place
  if (!next) return { ...place, first: firstOf(after, round, last) }
  const at = indexOf(before, place)
  if (round === lastRound) {
    const left = turnsLeft(after, place, turnsBefore.slice(0, at))
    return left.next ? { ...left, last } : nextRound(after, place)
  }
  const left = turnsBefore.slice(at)
  const nextTurn = left.find((turn) => turnsAfter.some((other) => isSame(turn, other)))
  return nextTurn ? { ...place, next: nextTurn } : nextRound(after, place)
}

/** A place in a round after these turns, without the step that was sent last; `next` is null if no turn is left. */
function turnsLeft(rotation: Rotation, { round, first }: Round, turnsHad: readonly Turn[]) {
  const turns = turnsOf(rotation, { round, first })
  const [all, counts] = [countsOf(turns), countsOf(turnsHad)]
  const isAmong = (some: Had) => (turn: Turn) => turn.n < (some[turn.stepId] ?? 0)
  const had = turns.filter(isAmong(counts))
  const next = turns.find((turn) => !isAmong(counts)(turn)) ?? null
  const place = { round, first, next }
  // If they stand first, and in the order in which they were had, this is an ordinary place, which may also move back.
  const isOrdinary = isDeepStrictEqual(turns.slice(0, had.length), turnsHad.filter(isAmong(all)))
  return isOrdinary ? place : { ...place, had: countsOf(had) }
}

function countsOf(turns: readonly Turn[]): Had {
  const counts: Record<string, number> = {}
  for (const { stepId } of turns) counts[stepId] = (counts[stepId] ?? 0) + 1
  return counts
}

/** All ids of the list, beginning at this one and continuing from the start. */
export function following(ids: readonly string[], from: string): string[] {
  const at = Math.max(0, ids.indexOf(from))
  return [...ids.slice(at), ...ids.slice(0, at)]
}
