import type { Tier } from '@carillon/contract/tiers'
import { seconds } from '../platform/clock.ts'

/** The providers that we have an adapter for. The name is part of the webhook's address. */
export type ProviderName = 'polar' | 'stripe'

/** A tier that costs something. */
export type PaidTier = Exclude<Tier, 'free'>

/**
 * A provider of payments: it shows the pages where people pay, takes the money and knows who has a
 * subscription. What it knows is the truth, and we ask for it; nothing is believed because a webhook or a
 * browser says so.
 *
 * Every call ends within `PROVIDER_TIMEOUT_MS` and throws a ProviderError when it fails. None guesses: what the
 * adapter does not understand is a ProviderError of the kind `unreadable`. No call tries again by itself: the
 * caller does.
 */
export type PaymentProvider = {
  name: ProviderName

  /**
   * Finds or creates the customer of this user; simultaneous calls return the same one. Its result is stored and passed
   * to all other calls.
   */
  openCustomer(customer: { userId: string; email: string | null }): Promise<{ customerId: string }>

  /** Changes the address of a customer at the provider. */
  updateCustomer(customer: { customerId: string; email: string }): Promise<void>

  /** Makes a page where this customer can pay for the tier. Nobody can pay in it for another customer. */
  createCheckout(checkout: NewCheckout): Promise<{ checkoutId: string; url: string }>

  /** The state of a checkout; null when the provider knows none with this id. */
  getCheckout(checkoutId: string): Promise<ProviderCheckout | null>

  /** All subscriptions of this customer, ended ones included, the newest `SUBSCRIPTIONS_MAX` at most. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>

  /** Cancels it at the end of the paid time. Changes nothing if it is canceled already. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>

  /** Takes a cancellation back. Changes nothing if it is not canceled. */
  resume(subscriptionId: string): Promise<void>

  /** Ends it at once, for a deleted account. Changes nothing if it has ended or is unknown. */
  endNow(subscriptionId: string): Promise<void>

  /** A page for this customer alone, with their invoices, card and cancellation; good for some minutes. */
  portalUrl(portal: { customerId: string; returnUrl: string }): Promise<string>

  /**
   * Forgets the customer as far as the law lets the provider, and closes their open checkouts where it can. For an
   * unknown customer it does nothing.
   */
  deleteCustomer(customerId: string): Promise<void>

  /**
   * Verifies and reads what the provider sends to us, from the bytes that arrived. Throws InvalidWebhook when it is not
   * signed with our secret, is dated more than `WEBHOOK_AGE_MAX_MS` away from `now`, or cannot be read. Returns
   * `ignored` if the signature is right but it is not about one of our customers.
   */
  verifyWebhook(webhook: IncomingWebhook): Promise<ProviderEvent | 'ignored'>
}

export type NewCheckout = {
  /** Stays the same when this request is repeated, so that a provider which supports that recognizes the repeat. */
  idempotencyKey: string
  customerId: string
  userId: string
  email: string | null
  tier: PaidTier
  /** Where the provider sends the browser; the text `{CHECKOUT_ID}` in it becomes the checkout's id. */
  successUrl: string
  cancelUrl: string
}

export type ProviderCheckout = {
  /**
   * `open`: nothing is decided; what the provider is still working on is open as well. `paid`: the money is there
   * and so is the subscription. `failed`: it was tried and did not work. `expired`: nobody can pay in it any more.
   */
  status: 'open' | 'paid' | 'failed' | 'expired'
}

export type ProviderSubscription = {
  id: string
  status: SubscriptionStatus
  /** The tier it pays for; null if it is not for one of our plans. */
  tier: PaidTier | null
  price: {
    cents: number
    /** ISO 4217, in capitals. */ currency: string
    interval: BillingInterval
  }
  currentPeriodEnd: Date | null
  /** Whether it ends with the paid time instead of being renewed. */
  cancelAtPeriodEnd: boolean
  /** The date on which it will end, where the provider names one; it may lie after several renewals. */
  endsAt: Date | null
  /** When it ended; null while it has not. */
  endedAt: Date | null
  /** Since when a payment has been missing, where the provider tells; else null. */
  pastDueSince: Date | null
  startedAt: Date
  /** When the provider changed it last, where it tells; else null. */
  changedAt: Date | null
}

/**
 * Every state of every provider, in our words. `incomplete`: the first payment has not been made. `active`: paid
 * for, or a trial. `past_due`: a renewal failed and the provider tries again. `on_hold`: it is there, but nobody
 * pays for it and the provider does not try (unpaid, paused). `ended`: it will never be anything else.
 */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'on_hold' | 'ended'

export type BillingInterval = 'day' | 'week' | 'month' | 'year'

export type IncomingWebhook = {
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  now: Date
}

/** A hint that something changed; the current state is then read from the provider. */
export type ProviderEvent = {
  /** The same whenever the provider repeats this event. */
  eventId: string
  /** The provider's own name for what happened, for the log. */
  type: string
  at: Date
  /** The customer, as returned by `openCustomer`; null for an event that names a user instead. */
  customerId: string | null
  userId: string | null
}

/** Longest call of a provider; a person waits for most of them. */
export const PROVIDER_TIMEOUT_MS = seconds(8)

/** Nobody has more; what is older has ended long ago. */
export const SUBSCRIPTIONS_MAX = 100

/** How far the date of a webhook may be from now; an older one may have been recorded and sent again. */
export const WEBHOOK_AGE_MAX_MS = seconds(300)

export type ProviderTrouble =
  /** It did not answer, or said that it is down. What was asked may have been done. */
  | { kind: 'unreachable' }
  /** It wants fewer calls; `retryAfter` if it names a time. */
  | { kind: 'rate_limited'; retryAfter: number | null }
  /** It understood and refused. */
  | { kind: 'refused' }
  /** Its answer cannot be understood. */
  | { kind: 'unreadable' }

/** Why a call of a provider failed; `message` is a plain sentence for the log, without secrets. */
export class ProviderError extends Error {
  readonly trouble: ProviderTrouble

  constructor(trouble: ProviderTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
    this.trouble = trouble
  }
}

/** A webhook that did not come from the provider, or is too old; `message` says why, for the log. */
export class InvalidWebhook extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidWebhook'
  }
}

declare module '../platform/context.ts' {
  interface Context {
    /** Who sells plans; nobody when payments are off. */
    readonly payments: PaymentProvider | undefined
  }
}
