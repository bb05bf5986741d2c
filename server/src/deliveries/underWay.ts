import type { Tx } from '../platform/context.ts'

/**
 * What one process plans in several transactions at once. No count in the database has what the others
 * have yet to commit, and a turn forecast without it comes too early: on a slow account its delivery
 * would expire waiting.
 */
export type UnderWay = {
  /**
   * Has a transaction count what waits and plan by it, one after the other: `plan` is told how much the
   * others have under way for an account, and answers for which accounts it adds how much.
   */
  inTurn<T>(
    tx: Tx,
    count: () => Promise<T>,
    plan: (counted: T, others: Counts) => Counts,
  ): Promise<void>
  /** This transaction has ended, in whatever way. */
  end(tx: Tx): void
}

/** How many deliveries, by account. */
export type Counts = ReadonlyMap<string, number>

/** For one process. What is counted must not wait for locked rows: all behind would wait with it. */
export function openUnderWay(): UnderWay {
  const planned = new Map<Tx, Counts>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    inTurn(tx, count, plan) {
      const mine = last.then(async () => {
        // Before it is counted: what is committed meanwhile is counted twice, rather than not at all.
        const others = sum([...planned].flatMap(([other, own]) => (other === tx ? [] : own)))
        const added = plan(await count(), others)
        planned.set(tx, sum([planned.get(tx) ?? new Map<string, number>(), added]))
      })
      last = mine.catch(() => {})
      return mine
    },
    end: (tx) => void planned.delete(tx),
  }
}

function sum(counts: readonly Counts[]): Counts {
  const all = new Map<string, number>()
  for (const [account, count] of counts.flatMap((one) => [...one])) {
    all.set(account, (all.get(account) ?? 0) + count)
  }
  return all
}
