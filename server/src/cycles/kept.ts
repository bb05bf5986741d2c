import { BEGINNING, type Place, type Position } from './position.ts'

/**
 * A position as it is stored. Most groups with their own place have the same one. It is stored once, so that
 * a cycle with thousands of groups stays small.
 */
export type KeptPosition = Pick<Position, 'place' | 'nextGroup' | 'sends' | 'said'> & {
  /** The place of all groups that are not in `others`. */
  shared: Place
  others: readonly { place: Place; groupIds: readonly string[] }[]
}

/** The stored form of a position. */
export function keepPosition(position: Position, groupIds: readonly string[]): KeptPosition {
  const { place, places, nextGroup, sends, said } = position
  const byPlace = new Map<string, { place: Place; groupIds: string[] }>()
  for (const id of groupIds) {
    const own = placeOf(places[id])
    const key = JSON.stringify(own)
    const known = byPlace.get(key)
    if (known) known.groupIds.push(id)
    else byPlace.set(key, { place: own, groupIds: [id] })
  }
  const [most, ...others] = [...byPlace.values()].toSorted(
    (a, b) => b.groupIds.length - a.groupIds.length,
  )
  const shared = most?.place ?? BEGINNING
  return { place: placeOf(place), nextGroup, sends, said, shared, others }
}

/** The position from its stored form. */
export function readPosition(kept: KeptPosition, groupIds: readonly string[]): Position {
  const { shared, others, ...rest } = kept
  const places = new Map(groupIds.map((id) => [id, shared]))
  for (const { place, groupIds: some } of others) {
    for (const id of some) if (places.has(id)) places.set(id, place)
  }
  return { ...rest, places: Object.fromEntries(places) }
}

/** The fields always have the same order, so that equal places are equal as text. */
const placeOf = ({ round, next, first, last }: Place = BEGINNING): Place => ({
  round,
  next,
  first,
  last,
})
