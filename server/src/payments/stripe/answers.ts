import { z } from 'zod'
import { fromEpoch } from '../../platform/clock.ts'
import { WebAddress } from '../port/answers.ts'
import type { ProviderCheckout, ProviderSubscription, SubscriptionStatus } from '../port.ts'

// Only what we use: Stripe may add what it likes.

export const Customer = z.object({ id: z.string() })

export const Customers = z.object({
  data: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) })),
})

export const NewSession = z.object({ id: z.string(), url: WebAddress })

const SubscriptionState = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
])

export const Session = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  subscription: z.object({ status: SubscriptionState }).nullish(),
})

export const Sessions = z.object({ data: z.array(z.object({ id: z.string() })) })

export const Portal = z.object({ url: WebAddress })

const seconds = z.number().int().positive()

const Item = z.object({
  current_period_end: seconds,
  price: z.object({
    id: z.string(),
    product: z.string(),
    unit_amount: z.number().nullable(),
    currency: z.string(),
    recurring: z.object({ interval: z.enum(['day', 'week', 'month', 'year']) }),
  }),
})

export const Subscription = z.object({
  id: z.string(),
  status: SubscriptionState,
  cancel_at: seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: seconds.nullable(),
  start_date: seconds,
  items: z.object({ data: z.array(Item).min(1) }),
})

export const Price = z.object({ product: z.string() })

export const Subscriptions = z.object({ data: z.array(Subscription) })

/** A session that is complete may still wait for a bank, and the bank may refuse: then its subscription has ended. */
export function checkoutOf(session: z.output<typeof Session>): ProviderCheckout {
  const { status, payment_status, subscription } = session
  if (status === 'expired') return { status: 'expired' }
  if (status === 'open') return { status: 'open' }
  if (payment_status !== 'unpaid') return { status: 'paid' }
  const failed = subscription && statuses[subscription.status] === 'ended'
  return { status: failed ? 'failed' : 'open' }
}

const statuses: Record<z.output<typeof SubscriptionState>, SubscriptionStatus> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  canceled: 'ended',
  unpaid: 'on_hold',
  paused: 'on_hold',
}

/** The prices and products that count as Pro. */
export type Pro = {
  prices: readonly string[]
  /** The products of those prices: a replaced price has the same product. */
  products: readonly string[]
}

const isPro = ({ price }: z.output<typeof Item>, { prices, products }: Pro): boolean =>
  prices.includes(price.id) || products.includes(price.product)

/** Whether a subscription that has not ended is for none of these prices. */
export const isForAnother = (
  { status, items }: z.output<typeof Subscription>,
  prices: readonly string[],
): boolean =>
  statuses[status] !== 'ended' && !items.data.some((one) => isPro(one, { prices, products: [] }))

/** Stripe does not report since when a payment is missing, nor the time of the last change. */
export function subscriptionOf(
  given: z.output<typeof Subscription>,
  pro: Pro,
): ProviderSubscription {
  const { data } = given.items
  const item = data.find((one) => isPro(one, pro)) ?? data[0]!
  return {
    id: given.id,
    status: statuses[given.status],
    tier: isPro(item, pro) ? 'pro' : null,
    price: {
      cents: item.price.unit_amount ?? 0,
      currency: item.price.currency.toUpperCase(),
      interval: item.price.recurring.interval,
    },
    currentPeriodEnd: instantOf(item.current_period_end),
    cancelAtPeriodEnd: endsWithPeriod(given),
    endsAt: given.cancel_at === null ? null : instantOf(given.cancel_at),
    endedAt: given.ended_at === null ? null : instantOf(given.ended_at),
    pastDueSince: null,
    startedAt: instantOf(given.start_date),
    changedAt: null,
  }
}

/** Whether it is never renewed. A date to end may be set instead of the flag, also one after several renewals. */
export const endsWithPeriod = ({
  cancel_at_period_end,
  cancel_at,
  items,
}: z.output<typeof Subscription>): boolean =>
  cancel_at_period_end ||
  (cancel_at !== null && items.data.every((one) => cancel_at <= one.current_period_end))

const instantOf = (epochSeconds: number) => fromEpoch(epochSeconds * 1_000)
