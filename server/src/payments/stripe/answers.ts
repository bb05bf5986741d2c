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

export const Session = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
})

export const Portal = z.object({ url: WebAddress })

const seconds = z.number().int().positive()

const Item = z.object({
  current_period_end: seconds,
  price: z.object({
    id: z.string(),
    unit_amount: z.number().nullable(),
    currency: z.string(),
    recurring: z.object({ interval: z.enum(['day', 'week', 'month', 'year']) }),
  }),
})

export const Subscription = z.object({
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
  cancel_at: seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: seconds.nullable(),
  start_date: seconds,
  items: z.object({ data: z.array(Item).min(1) }),
})

export const Subscriptions = z.object({ data: z.array(Subscription) })

/** A session that is complete may still wait for a bank: only `paid` is paid. */
export function checkoutOf(session: z.output<typeof Session>): ProviderCheckout {
  if (session.status === 'expired') return { status: 'expired' }
  const paid = session.status === 'complete' && session.payment_status !== 'unpaid'
  return { status: paid ? 'paid' : 'open' }
}

const statuses: Record<z.output<typeof Subscription>['status'], SubscriptionStatus> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  canceled: 'ended',
  unpaid: 'on_hold',
  paused: 'on_hold',
}

/** `price` is the one that is sold as Pro. Since when a payment is missing, and the last change, Stripe does not say. */
export function subscriptionOf(
  given: z.output<typeof Subscription>,
  price: string,
): ProviderSubscription {
  const { data } = given.items
  const item = data.find((one) => one.price.id === price) ?? data[0]!
  return {
    id: given.id,
    status: statuses[given.status],
    tier: item.price.id === price ? 'pro' : null,
    price: {
      cents: item.price.unit_amount ?? 0,
      currency: item.price.currency.toUpperCase(),
      interval: item.price.recurring.interval,
    },
    currentPeriodEnd: instantOf(item.current_period_end),
    cancelAtPeriodEnd: isCanceled(given),
    endedAt: given.ended_at === null ? null : instantOf(given.ended_at),
    pastDueSince: null,
    startedAt: instantOf(given.start_date),
    changedAt: null,
  }
}

/** Stripe's own billing page may set a date to end instead of the flag. */
export const isCanceled = (given: z.output<typeof Subscription>): boolean =>
  given.cancel_at_period_end || given.cancel_at !== null

const instantOf = (epochSeconds: number) => fromEpoch(epochSeconds * 1_000)
