import type { Generated } from 'kysely'
import type { BillingInterval, PaidTier, ProviderName, SubscriptionStatus } from './port.ts'

/** A user as the customer of a provider. */
export interface CustomersTable {
  provider: ProviderName
  customerId: string
  /** Null once the account is deleted. */
  userId: string | null
  /** The number of the newest query whose answer is stored. */
  asked: Generated<number>
  /** The number, of the same sequence, that was taken when this answer was stored. */
  stored: Generated<number>
  /** When to ask again without a webhook. */
  lookAt: Date | null
  /** When it was closed at the provider, after its user had deleted the account. */
  closedAt: Date | null
  createdAt: Date
}

/** A paid agreement, as the provider described it last. */
export interface SubscriptionsTable {
  provider: ProviderName
  id: string
  userId: string
  status: SubscriptionStatus
  tier: PaidTier | null
  cents: number
  currency: string
  billedEvery: BillingInterval
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  /** The date on which it will end, where the provider named one. */
  endsAt: Date | null
  endedAt: Date | null
  pastDueSince: Date | null
  startedAt: Date
  changedAt: Date | null
  /** The end that the user was notified about. */
  endTold: Date | null
}

/** A page on which a user can pay. */
export interface CheckoutsTable {
  id: string
  userId: string
  provider: ProviderName
  /** The provider's; null until it has answered. */
  checkoutId: string | null
  url: string | null
  tier: PaidTier
  status: 'making' | 'open' | 'paid' | 'failed' | 'expired'
  createdAt: Date
  decidedAt: Date | null
}

/** An event from a provider. */
export interface PaymentEventsTable {
  provider: ProviderName
  eventId: string
  type: string
  /** Null if it is about no user of ours. */
  customerId: string | null
  at: Date
  receivedAt: Date
  /** A query with a later number includes this change. */
  number: number
  doneAt: Date | null
}

/** What a user wants to keep when the tier goes down. */
export interface StayingChoicesTable {
  userId: string
  groupIds: string[]
  cycleIds: string[]
  chosenAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    customers: CustomersTable
    subscriptions: SubscriptionsTable
    checkouts: CheckoutsTable
    paymentEvents: PaymentEventsTable
    stayingChoices: StayingChoicesTable
  }
}
