import { allCredentials } from '../accounts/actions.ts'
import { after, hours } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { forgetUnpaired } from './pairings-store.ts'

/** Longer than any pairing goes on. */
const ORPHAN_AFTER_MS = hours(1)

/**
 * Deletes what pairings left behind: the accounts of disconnected connections that nobody was ever paired with, and
 * what channels kept for a process that was killed before it had written an account down.
 */
export async function forgetOrphans(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -ORPHAN_AFTER_MS)
  await ctx.transaction((tx) => forgetUnpaired(tx, before))
  for (const { kind, sweep } of ctx.channels.values()) {
    if (sweep) await sweep(ctx, await allCredentials(ctx, kind), before)
  }
}
