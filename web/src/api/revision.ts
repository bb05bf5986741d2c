type Revised = { id: string; rev: number }

/** Returns the newer of two states of one thing; the present one if both are equally old. */
export const newer = <T extends Revised>(present: T | undefined, next: T): T =>
  present && present.rev >= next.rev ? present : next

/** Returns the list with the older state replaced by `next`; the same list if nothing changes. */
export function withNewer<T extends Revised>(items: T[], next: T): T[] {
  const at = items.findIndex((item) => item.id === next.id)
  const present = items[at]
  if (!present || newer(present, next) === present) return items
  return items.with(at, next)
}
