import { MESSAGE_GROUPS_MAX } from '@carillon/contract/messages'
import { BEGINNING, type Place, type Position } from './position.ts'

/**
 * A position as it is stored. Most groups with their own place have the same one. It is stored once, so that
 * a cycle with thousands of groups stays small.
 */
export type StoredPosition = Pick<Position, 'place' | 'nextGroup' | 'sends' | 'said'> & {
  /** The place of all groups that are not in `others`. */
  shared: Place
  others: readonly Placed[]
  /** The places of removed groups, and whose turn passed to another group. Older rows have neither. */
  takenOut?: readonly Placed[]
  passed?: Position['passed']
}

type Placed = { place: Place; groupIds: readonly string[] }

/** How many removed groups keep their place: as many as a cycle can have. */
const TAKEN_OUT_MAX = MESSAGE_GROUPS_MAX

/** The stored form of the position of a cycle with these groups. */
export function storedPosition(position: Position, groupIds: readonly string[]): StoredPosition {
  const { place, places, nextGroup, passed, sends, said } = position
  const [most, ...others] = byPlace(places, groupIds).toSorted(
    (a, b) => b.groupIds.length - a.groupIds.length,
  )
  const shared = most?.place ?? BEGINNING
  const there = new Set(groupIds)
  const takenOut = Object.keys(places).filter((id) => !there.has(id))
  return {
    place: normalPlace(place),
    nextGroup,
    passed,
    sends,
    said,
    shared,
    others,
    // The newest are the last.
    takenOut: byPlace(places, takenOut.slice(-TAKEN_OUT_MAX)),
  }
}

/** The position of a cycle with these groups from its stored form. */
export function readPosition(kept: StoredPosition, groupIds: readonly string[]): Position {
  const { shared, others, takenOut = [], passed = null, ...rest } = kept
  const own = takenOut.flatMap(({ place, groupIds: some }) =>
    some.map((id) => [id, place] as const),
  )
  const places = new Map([...own, ...groupIds.map((id) => [id, shared] as const)])
  for (const { place, groupIds: some } of others) {
    for (const id of some) if (places.has(id)) places.set(id, place)
  }
  return { ...rest, passed, places: Object.fromEntries(places) }
}

/** These groups by their place. */
function byPlace(places: Position['places'], groupIds: readonly string[]): Placed[] {
  const found = new Map<string, { place: Place; groupIds: string[] }>()
  for (const id of groupIds) {
    const own = normalPlace(places[id])
    const key = JSON.stringify(own)
    const known = found.get(key)
    if (known) known.groupIds.push(id)
    else found.set(key, { place: own, groupIds: [id] })
  }
  return [...found.values()]
}

/** The fields always have the same order, so that equal places are equal as text. */
const normalPlace = ({ round, next, first, last, had }: Place = BEGINNING): Place => ({
  round,
  next,
  first,
  last,
  ...(had ? { had } : {}),
})
