import type { Tx } from '../platform/context.ts'

/**
 * The deliveries that one process is planning in several transactions at once. No count in the database
 * contains what the other transactions have not committed, and a forecast without them would be too early: on
 * a slow account the delivery would expire while it waits.
 */
export type PlansInProgress = {
  /**
   * Lets transactions count and plan one after the other. `plan` gets how many deliveries the others are
   * adding for an account, and returns how many it adds for each account.
   */
  oneByOne<T>(
    tx: Tx,
    count: () => Promise<T>,
    plan: (counted: T, others: Counts) => Counts,
  ): Promise<void>
  /** The transaction has ended, committed or not. */
  end(tx: Tx): void
}

/** Numbers of deliveries, by account. */
export type Counts = ReadonlyMap<string, number>

/** At most one at a time in a process: each run of the planner opens its own. Counting must not wait for locked rows, because the others would wait too. */
export function openPlansInProgress(): PlansInProgress {
  const planned = new Map<Tx, Counts>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    oneByOne(tx, count, plan) {
      const mine = last.then(async () => {
        // Read before counting: what is committed in between is then counted twice, and not left out.
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
