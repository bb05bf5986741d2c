import * as accounts from '../accounts/actions.ts'
import type { Changed } from '../deliveries/port.ts'
import type { Context, Tx } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import type { LaneDelivery } from './lanes/lanes-store.ts'
import { keyOf, lockOwned, type Owner } from './store.ts'

/**
 * Runs a change that only the owner of an account may make, in a transaction. A former owner changes nothing.
 */
export async function owning(
  ctx: Context,
  owner: Owner,
  work: (tx: Tx) => Promise<Changed[]>,
): Promise<Changed[]> {
  return ctx.transaction(async (tx) => ((await accounts.stillOwned(tx, owner)) ? work(tx) : []))
}

/** A delivery that may not be sent now, why, and the owner of its account. */
export type KeptBack<Obstacle> = { owner: Owner; delivery: LaneDelivery; obstacle: Obstacle }

/** The most kept-back deliveries in one transaction: their groups and occurrences are locked during it. */
const KEPT_BACK_MAX = 25

/** Runs a change of kept-back deliveries, many in one transaction. Those of former owners are left out. */
export async function owningMany<Obstacle, Result>(
  ctx: Context,
  all: readonly KeptBack<Obstacle>[],
  work: (tx: Tx, mine: readonly KeptBack<Obstacle>[], owners: readonly Owner[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < all.length; from += KEPT_BACK_MAX) {
    const slice = all.slice(from, from + KEPT_BACK_MAX)
    const result = await ctx.transaction(async (tx) => {
      const owners = await lockOwned(tx, column(slice, 'owner'))
      const still = new Set(owners.map(keyOf))
      const mine = slice.filter(({ owner }) => still.has(keyOf(owner)))
      return work(tx, mine, owners)
    })
    results.push(result)
  }
  return results
}
