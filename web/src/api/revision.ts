type Revised = { id: string; rev: number }

/** The newer of two states of one thing; the present one when they are the same age. */
export const newer = <T extends Revised>(present: T | undefined, next: T): T =>
  present && present.rev >= next.rev ? present : next

/** The list with `next` in the place of its older self; the same list when nothing is to change. */
export function withNewer<T extends Revised>(items: T[], next: T): T[] {
  const at = items.findIndex((item) => item.id === next.id)
  const present = items[at]
  if (!present || newer(present, next) === present) return items
  return items.with(at, next)
}
