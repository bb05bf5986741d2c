import type { Subscription } from '@carillon/contract/payments'
import type { Context, Reading } from '../platform/context.ts'
import { presentSubscription } from './present.ts'
import { withFormerProviderEnd, type PaymentFacts } from './rules.ts'
import * as store from './store.ts'

type Ctx = Reading & Pick<Context, 'payments' | 'clock' | 'config'>

/** What decides about payments besides the subscriptions, as it is now. */
export const paymentFactsNow = (ctx: Omit<Ctx, 'db'>): PaymentFacts => ({
  provider: ctx.payments?.name ?? null,
  now: ctx.clock.now(),
  defaultTier: ctx.config.defaultTier,
})

/** All subscriptions of a user, also those with former providers. */
export async function listAgreements(
  ctx: Reading,
  userId: string,
  facts: PaymentFacts,
): Promise<store.SubscriptionRow[]> {
  const rows = await store.listSubscriptions(ctx, userId)
  return rows.map((row) => withFormerProviderEnd(row, facts))
}

/** What a person sees of their subscription; null when none runs. */
export async function subscriptionOf(ctx: Ctx, userId: string): Promise<Subscription | null> {
  const facts = paymentFactsNow(ctx)
  return presentSubscription(await listAgreements(ctx, userId, facts), facts)
}
