import { BEGINNING, following, indexOf, nextRound, type Place, type Position } from './position.ts'
import { lastRoundOf, turnsOf, type Rotation, type Step } from './rounds.ts'

/** The facts that decide a slot. */
export type SlotFacts = {
  /** The day of the slot in the zone of the cycle: 2026-11-22. */
  day: string
  /** The groups of the cycle that can be reached. */
  reachable: ReadonlySet<string>
  /**
   * Groups that may be reachable again later. The cycle does not end while one of them still has steps to
   * get.
   */
  mayReturn?: ReadonlySet<string>
}

/** The steps of a slot with their groups, and the position after it. */
export type Decision =
  | {
      kind: 'send'
      /** The steps with their groups, in the order in which a group gets them. Not the parts of a post. */
      parts: readonly { stepId: string; groupIds: readonly string[] }[]
      after: Position
      /** Whether the cycle ends with this slot. */
      isLast: boolean
    }
  /** Nothing can be sent; the position does not change. */
  | { kind: 'nothing'; reason: 'no_steps' | 'no_groups' | 'ended' }

/**
 * Decides which steps a slot sends to which groups. The planner, the simulation, "up next" and the calendar
 * all use this function, so that what is shown is what is sent. A slot never sends a step twice to a group;
 * if too few different steps are left, or too few of its number of sends, it sends fewer than `stepsPerSlot`.
 */
export function stepsAt(rotation: Rotation, position: Position, slot: SlotFacts): Decision {
  const most = Math.min(rotation.stepsPerSlot, sendsOf(rotation) - position.sends)
  if (most <= 0) return { kind: 'nothing', reason: 'ended' }
  const live = rotation.steps.filter((step) => isLive(rotation, step, position, slot.day))
  if (live.length === 0) return { kind: 'nothing', reason: 'no_steps' }
  const isReachable = (id: string) => slot.reachable.has(id)
  if (!rotation.groupIds.some(isReachable)) return { kind: 'nothing', reason: 'no_groups' }

  const liveIds = new Set(live.map(({ id }) => id))
  const walk = memoized((place: Place) => take(rotation, place, { liveIds, most }))
  const taken = stepsOfGroups(rotation, position, isReachable, walk)
  const stepIds = [...new Set(taken.flatMap(({ walked }) => walked.stepIds))]
  const isWaitedFor = (id: string) => isReachable(id) || slot.mayReturn?.has(id) === true
  if (stepIds.length === 0) {
    if (waitsForDay(rotation, position, slot)) return { kind: 'nothing', reason: 'no_steps' }
    const isAbsent = (id: string) => !isReachable(id) && isWaitedFor(id)
    const ended = rotation.mode === 'same' || hasEnded(rotation, position, isAbsent)
    return { kind: 'nothing', reason: ended ? 'ended' : 'no_groups' }
  }
  const counted: Position = {
    ...position,
    sends: position.sends + Math.max(...taken.map(({ walked }) => walked.stepIds.length)),
    said: {
      ...position.said,
      ...Object.fromEntries(stepIds.map((id) => [id, countOf(position, id) + 1])),
    },
  }
  const after = moved(rotation, counted, taken, slot.day)
  return {
    kind: 'send',
    parts: partsOf(taken),
    after,
    isLast: hasEnded(rotation, after, isWaitedFor),
  }
}

/** Caches the answers of a function: most groups have the same place. */
function memoized<In, Out>(ask: (thing: In) => Out): (thing: In) => Out {
  const known = new Map<In, Out>()
  return (thing) => {
    const found = known.get(thing)
    if (found !== undefined) return found
    const answer = ask(thing)
    known.set(thing, answer)
    return answer
  }
}

/** Whether a step may be sent on this day. */
function isLive(rotation: Rotation, step: Step, position: Position, day: string): boolean {
  return mayCome(rotation, step, position, day) && (step.from === null || day >= step.from)
}

/** Whether a step may be sent on this day or a later one. */
function mayCome({ order }: Rotation, step: Step, position: Position, day: string): boolean {
  const { enabled, weight, until, maxSends } = step
  if (!enabled || (order === 'weighted' && weight === 0)) return false
  return (
    (until === null || day <= until) && (maxSends === null || countOf(position, step.id) < maxSends)
  )
}

const countOf = ({ said }: Position, stepId: string) => said[stepId] ?? 0

/** The steps that are taken from a place on, and the place after them; `isOver` at the end of its round. */
type Walked = { stepIds: readonly string[]; place: Place; isOver: boolean }

/** The steps for the groups that have the same place. */
type GroupSteps = { groupIds: readonly string[]; walked: Walked }

type Walk = (place: Place) => Walked

/**
 * The steps for all groups. If one group gets a step at a time, only the groups until that one are examined:
 * a cycle may have thousands.
 */
function stepsOfGroups(
  { mode, groupIds }: Rotation,
  { place, places, nextGroup }: Position,
  isReachable: (groupId: string) => boolean,
  walk: Walk,
): GroupSteps[] {
  if (mode === 'same') return [{ groupIds: groupIds.filter(isReachable), walked: walk(place) }]
  const own = (id: string) => ({ groupIds: [id], walked: walk(places[id] ?? BEGINNING) })
  if (mode === 'own_place') return groupIds.filter(isReachable).map(own)
  for (const id of following(groupIds, nextGroup ?? '')) {
    if (!isReachable(id)) continue
    const taken = own(id)
    // A group that may get nothing more passes its turn to the next group.
    if (taken.walked.stepIds.length > 0) return [taken]
  }
  return []
}

type Taking = {
  /** The steps that can be sent now; others are skipped. */
  liveIds: ReadonlySet<string>
  most: number
}

/** Takes the steps of a slot, starting at a place. */
function take(rotation: Rotation, from: Place, { liveIds, most }: Taking): Walked {
  const stepIds: string[] = []
  let place = from
  let turns = turnsOf(rotation, place)
  let at = indexOf(rotation, place)
  while (stepIds.length < most && place.round <= lastRoundOf(rotation)) {
    const turn = turns[at]
    if (!turn) {
      place = nextRound(rotation, place)
      turns = turnsOf(rotation, place)
      at = 0
    } else if (!liveIds.has(turn.stepId)) {
      at += 1
    } else if (stepIds.includes(turn.stepId)) {
      break
    } else {
      stepIds.push(turn.stepId)
      place = { ...place, last: turn.stepId }
      at += 1
    }
  }
  return { stepIds, place: { ...place, next: turns[at] ?? null }, isOver: at >= turns.length }
}

/** The place after a slot: the beginning of the next round if no step of this round can be sent any more. */
function placeAfter(
  rotation: Rotation,
  { place, isOver }: Walked,
  possible: ReadonlySet<string>,
): Place {
  if (isOver) return nextRound(rotation, place)
  return hasLeft(rotation, place, possible) ? place : nextRound(rotation, place)
}

/** Whether the round of a place still has one of these steps. */
const hasLeft = (rotation: Rotation, place: Place, stepIds: ReadonlySet<string>): boolean =>
  turnsOf(rotation, place)
    .slice(indexOf(rotation, place))
    .some(({ stepId }) => stepIds.has(stepId))

/**
 * Whether the last round of a group still has a step whose first day is to come. The cycle does not end before it
 * was sent.
 */
function waitsForDay(
  rotation: Rotation,
  position: Position,
  { day, reachable }: SlotFacts,
): boolean {
  const { place, places } = position
  const possible = possibleSteps(rotation, position, day)
  const waits = memoized(
    (at: Place) => at.round <= lastRoundOf(rotation) && hasLeft(rotation, at, possible),
  )
  if (rotation.mode === 'same') return waits(place)
  return rotation.groupIds.some((id) => reachable.has(id) && waits(places[id] ?? BEGINNING))
}

/** The steps that may be sent on this day or a later one. */
const possibleSteps = (rotation: Rotation, position: Position, day: string): ReadonlySet<string> =>
  new Set(
    rotation.steps.filter((step) => mayCome(rotation, step, position, day)).map(({ id }) => id),
  )

/** The position after the groups have got their steps. */
function moved(rotation: Rotation, position: Position, taken: GroupSteps[], day: string): Position {
  const possible = possibleSteps(rotation, position, day)
  const placeOf = memoized((walked: Walked) => placeAfter(rotation, walked, possible))
  const placed = taken.map(({ groupIds, walked }) => ({ groupIds, place: placeOf(walked) }))
  const [first] = placed
  if (rotation.mode === 'same' && first) return { ...position, place: first.place }
  const places = { ...position.places }
  for (const { groupIds, place } of placed) for (const id of groupIds) places[id] = place
  const next = { ...position, places }
  if (rotation.mode === 'own_place' || !first) return next
  const [group = null, groupAfter = group] = following(rotation.groupIds, first.groupIds[0] ?? '')
  // The group that took over the turn has got its step.
  return { ...next, nextGroup: groupAfter, passed: null }
}

/** The steps with the groups that get each: first the first step of all groups, then the second one. */
function partsOf(taken: readonly GroupSteps[]) {
  const most = Math.max(...taken.map(({ walked }) => walked.stepIds.length))
  return Array.from({ length: most }, (_, n) => {
    const groups = new Map<string, string[]>()
    for (const { walked, groupIds } of taken) {
      const stepId = walked.stepIds[n]
      if (stepId === undefined) continue
      const own = groups.get(stepId)
      if (own) own.push(...groupIds)
      else groups.set(stepId, [...groupIds])
    }
    return [...groups].map(([stepId, groupIds]) => ({ stepId, groupIds }))
  }).flat()
}

const sendsOf = ({ ends }: Rotation) => ends.sends ?? Infinity

/** Whether nothing is left to send at this slot or later, to any group that can be reached then. */
export function isAtEnd(rotation: Rotation, position: Position, slot: SlotFacts): boolean {
  if (hasEnded(rotation, position, (id) => slot.reachable.has(id))) return true
  const decision = stepsAt(rotation, position, slot)
  return decision.kind === 'nothing' && decision.reason === 'ended'
}

/**
 * Whether a cycle is finished: by its number of rounds, for each group that can still be reached, or by its
 * number of sends.
 */
function hasEnded(
  rotation: Rotation,
  { sends, place, places }: Position,
  isWaitedFor: (groupId: string) => boolean,
): boolean {
  if (sends >= sendsOf(rotation)) return true
  const last = lastRoundOf(rotation)
  if (last === Infinity) return false
  if (rotation.mode === 'same') return place.round > last
  return rotation.groupIds.every((id) => (places[id] ?? BEGINNING).round > last || !isWaitedFor(id))
}
