/** Whose wire a thing was made by; each provider has its own customers and its own ids. */
export type Provider = 'polar' | 'stripe'

// Times are milliseconds since 1970 by the billing clock, except where said otherwise.

export type Customer = {
  id: string
  provider: Provider
  /** Whom the seller calls this customer: Polar's external id, Stripe's metadata. */
  userId: string | null
  email: string | null
  createdAt: number
  changedAt: number
  deletedAt: number | null
  /** The card is refused from now on, for renewals as well. */
  cardFails: boolean
  metadata: Metadata
}

export type Metadata = Record<string, string | number | boolean>

export type Checkout = {
  id: string
  provider: Provider
  /** Names the page where it is paid; whoever has it can pay, as with the real ones. */
  secret: string
  /** `confirmed`: the bank is still at it, until `confirmedAt`. */
  status: 'open' | 'confirmed' | 'succeeded' | 'failed' | 'expired'
  confirmedAt: number | null
  /** How the news of a payment that is being confirmed will travel. */
  delivery: Delivery
  /** Unset until it is paid, when the seller named nobody. */
  customerId: string | null
  userId: string | null
  email: string | null
  successUrl: string
  cancelUrl: string | null
  metadata: Metadata
  /** What the subscription takes over; Stripe alone tells it apart from the checkout's own. */
  subscriptionMetadata: Metadata
  subscriptionId: string | null
  /** How often a card was declined in it. */
  declined: number
  createdAt: number
  changedAt: number
  expiresAt: number
}

export type Subscription = {
  id: string
  provider: Provider
  customerId: string
  checkoutId: string | null
  status: 'active' | 'past_due' | 'canceled'
  cents: number
  currency: string
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  /** A date to end that lies after several renewals, which Stripe knows. */
  cancelAt?: number | null
  canceledAt: number | null
  startedAt: number
  endedAt: number | null
  pastDueAt: number | null
  /** How often the missing payment was tried again, and when it is next. */
  retries: number
  retryAt: number | null
  metadata: Metadata
  createdAt: number
  changedAt: number
}

export type Invoice = {
  id: string
  provider: Provider
  /** As people read it, like `TEST-0007`. */
  number: string
  customerId: string
  subscriptionId: string
  checkoutId: string | null
  reason: 'first' | 'renewal'
  cents: number
  currency: string
  status: 'paid' | 'unpaid' | 'refunded'
  at: number
  changedAt: number
}

/** A page for one customer, for as long as its session lasts. */
export type PortalSession = {
  token: string
  id: string
  provider: Provider
  customerId: string
  returnUrl: string | null
  createdAt: number
  expiresAt: number
}

/** How the webhooks of one act travel. */
export type Delivery = 'sent' | 'lost' | 'late' | 'twice' | 'reversed'

/** A webhook, from the moment it was to be sent. */
export type Webhook = {
  /** Its number among all webhooks. */
  seq: number
  /** The event's id; the same for all copies of one event. */
  id: string
  provider: Provider
  type: string
  body: string
  /** By the machine's clock, not by the billing one: when to try next. */
  dueAt: number
  attempts: number
  status: 'waiting' | 'delivered' | 'lost' | 'given_up'
  /** What became of the last attempt, in words. */
  outcome: string | null
}

/** What a provider gives a seller once: its keys, its product, its organization. */
export type Keys = {
  polar: {
    accessToken: string
    webhookSecret: string
    organizationId: string
    productId: string
    priceId: string
  }
  stripe: { secretKey: string; webhookSecret: string; productId: string; priceId: string }
}
