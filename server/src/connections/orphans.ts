import { allCredentials } from '../accounts/actions.ts'
import { after, hours } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { forgetUnpaired } from './pairings-store.ts'

/** Longer than any pairing takes. */
const ORPHAN_AFTER_MS = hours(1)

/**
 * Deletes rests of pairings: the accounts of disconnected connections that were never paired, and the data that
 * channels stored for a process that was killed before it stored the account.
 */
export async function forgetOrphans(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -ORPHAN_AFTER_MS)
  await ctx.transaction((tx) => forgetUnpaired(tx, before))
  for (const { kind, sweep } of ctx.channels.values()) {
    if (sweep) await sweep(ctx, await allCredentials(ctx, kind), before)
  }
}
