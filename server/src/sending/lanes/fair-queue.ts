/** The fields of a delivery that decide its turn. */
type One = { id: string; userId: string; externalId: string; kind: string }

/**
 * The deliveries that a lane has read and not yet sent. Users take turns; those of one user keep their order.
 */
export type FairQueue<D extends One> = {
  readonly size: number
  add(delivery: D): void
  /** Puts it before all others of its user. */
  addFirst(delivery: D): void
  /** Whether this user has a delivery here. */
  has(userId: string): boolean
  /** The first delivery of the next user, if its chat may be sent to. */
  take(mayGo: (delivery: D) => boolean): D | undefined
  /** The next turn is this user's. */
  giveTurn(userId: string): void
  /** Removes and returns all that match. */
  remove(holds: (delivery: D) => boolean): D[]
  all(): Iterable<D>
}

export function openFairQueue<D extends One>(): FairQueue<D> {
  /** In the order of their turns. */
  const users = new Map<string, D[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(delivery) {
      const queue = users.get(delivery.userId)
      if (queue) queue.push(delivery)
      else users.set(delivery.userId, [delivery])
      size++
    },
    addFirst(delivery) {
      users.set(delivery.userId, [delivery, ...(users.get(delivery.userId) ?? [])])
      size++
    },
    has: (userId) => users.has(userId),
    take(mayGo) {
      for (const [user, queue] of users) {
        const n = queue.findIndex(mayGo)
        if (n < 0) continue
        const [taken] = queue.splice(n, 1)
        users.delete(user)
        if (queue.length > 0) users.set(user, queue)
        size--
        return taken
      }
      return undefined
    },
    giveTurn(userId) {
      const queue = users.get(userId)
      if (!queue) return
      const others = [...users].filter(([user]) => user !== userId)
      users.clear()
      for (const [user, theirs] of [[userId, queue] as const, ...others]) users.set(user, theirs)
    },
    remove(holds) {
      const removed: D[] = []
      for (const [user, queue] of users) {
        const kept = queue.filter((delivery) => !holds(delivery))
        if (kept.length === queue.length) continue
        removed.push(...queue.filter((delivery) => holds(delivery)))
        if (kept.length > 0) users.set(user, kept)
        else users.delete(user)
      }
      size -= removed.length
      return removed
    },
    *all() {
      for (const queue of users.values()) yield* queue
    },
  }
}
