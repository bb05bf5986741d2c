import * as accounts from '../accounts/actions.ts'
import type { Changed } from '../deliveries/port.ts'
import type { Context, Tx } from '../platform/context.ts'
import type { Owner } from './store.ts'

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
