import { useState } from 'react'

/**
 * Keeps the order of a list while a person looks at it: an item whose status changes, such as a paused series, does
 * not move. A new item comes after the one before it in `items`. Another `list` starts with its given order.
 */
export function useSteadyOrder<T extends { id: string }>(items: T[], list: string): T[] {
  const [seen, setSeen] = useState<Order>({ list, ids: [] })
  const ids = steadyOrder(
    items.map(({ id }) => id),
    seen.list === list ? seen.ids : [],
  )
  if (seen.list !== list || ids.join() !== seen.ids.join()) setSeen({ list, ids })
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Order = { list: string; ids: string[] }

/** Known ids keep their former order; a new one comes after the id that precedes it in `ids`. */
export function steadyOrder(ids: string[], before: string[]): string[] {
  const present = new Set(ids)
  const known = new Set(before)
  const order = before.filter((id) => present.has(id))
  const places = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const id of ids) {
    if (known.has(id)) last = id
    else places.set(last, [...(places.get(last) ?? []), id])
  }
  return [
    ...(places.get(undefined) ?? []),
    ...order.flatMap((id) => [id, ...(places.get(id) ?? [])]),
  ]
}
