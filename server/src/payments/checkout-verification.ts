import type { Tier } from '@carillon/contract/tiers'
import { seconds, sleep } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { tierOfUser } from '../tiers/actions.ts'
import { askStatus } from './checkout.ts'
import * as store from './checkouts-store.ts'
import { askFor, requireProvider } from './failures.ts'
import { reconcile } from './reconcile.ts'

/** The pauses between queries: 7.5 s together, a little less than a person waits. */
const WAITS_MS = [0.5, 1, 2, 4].map(seconds)

/** After this time a slow provider is not asked again. */
const VERIFY_MS = seconds(8)

/**
 * Returns the result of a checkout of this person. The browser often returns before the provider has finished, so the
 * provider is asked about an open checkout for some seconds. `pending` means that it may still be paid: then a webhook
 * or the sweep reports it. Throws `not_found` for a checkout of somebody else.
 */
export async function verifyCheckout(
  ctx: UserContext,
  checkoutId: string,
): Promise<{ status: 'paid' | 'pending' | 'failed'; tier: Tier }> {
  const provider = requireProvider(ctx)
  const userId = ctx.user.id
  const checkout = await store.findOfUser(ctx, userId, provider.name, checkoutId)
  if (!checkout) throw notFound('checkout')

  const until = ctx.clock.steadyMs() + VERIFY_MS
  for (const wait of [...WAITS_MS, undefined]) {
    const status = await askStatus(ctx, provider, checkout)
    // A failed checkout may have been paid meanwhile: only the subscription decides.
    await askFor(ctx, () => reconcile(ctx, provider, userId))
    const tier = await tierOfUser(ctx, userId)
    if (status === 'paid' && tier === checkout.tier) return { status: 'paid', tier }
    if (status === 'failed' || status === 'expired') return { status: 'failed', tier }
    if (wait === undefined || ctx.clock.steadyMs() + wait > until) break
    await sleep(ctx.clock, wait)
  }
  return { status: 'pending', tier: await tierOfUser(ctx, userId) }
}
