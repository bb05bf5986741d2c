import { z } from 'zod'
import { instant } from '../../platform/clock.ts'
import { instantOrNull, WebAddress } from '../port/answers.ts'
import type { ProviderCheckout, ProviderSubscription, SubscriptionStatus } from '../port.ts'

// Only what we use: Polar may add what it likes.

export const Customer = z.object({ id: z.string() })

export const NewCheckout = z.object({ id: z.string(), url: WebAddress })

export const Checkout = z.object({
  status: z.enum(['open', 'expired', 'confirmed', 'succeeded', 'failed']),
})

export const Session = z.object({ customer_portal_url: WebAddress })

const Instant = z.iso.datetime({ offset: true })

const Subscription = z.object({
  id: z.string(),
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
    'paused',
  ]),
  product_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  recurring_interval: z.enum(['day', 'week', 'month', 'year']),
  current_period_end: Instant.nullable(),
  cancel_at_period_end: z.boolean(),
  ends_at: Instant.nullish(),
  ended_at: Instant.nullable(),
  past_due_at: Instant.nullish(),
  started_at: Instant.nullable(),
  created_at: Instant,
  modified_at: Instant.nullable(),
})

export const Subscriptions = z.object({ items: z.array(Subscription) })

const checkoutStatus: Record<z.output<typeof Checkout>['status'], ProviderCheckout['status']> = {
  open: 'open',
  confirmed: 'open',
  succeeded: 'paid',
  failed: 'failed',
  expired: 'expired',
}

export const checkoutOf = ({ status }: z.output<typeof Checkout>): ProviderCheckout => ({
  status: checkoutStatus[status],
})

const subscriptionStatus: Record<z.output<typeof Subscription>['status'], SubscriptionStatus> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  canceled: 'ended',
  unpaid: 'on_hold',
  paused: 'on_hold',
}

/** `products` are those that count as Pro. */
export function subscriptionOf(
  given: z.output<typeof Subscription>,
  products: readonly string[],
): ProviderSubscription {
  return {
    id: given.id,
    status: subscriptionStatus[given.status],
    tier: products.includes(given.product_id) ? 'pro' : null,
    price: {
      cents: given.amount,
      currency: given.currency.toUpperCase(),
      interval: given.recurring_interval,
    },
    currentPeriodEnd: instantOrNull(given.current_period_end),
    cancelAtPeriodEnd: given.cancel_at_period_end,
    endsAt: instantOrNull(given.ends_at),
    endedAt: instantOrNull(given.ended_at),
    pastDueSince: instantOrNull(given.past_due_at),
    startedAt: instant(given.started_at ?? given.created_at),
    changedAt: instantOrNull(given.modified_at),
  }
}
