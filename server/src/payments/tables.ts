import type { Generated } from 'kysely'
import type { BillingInterval, PaidTier, ProviderName, SubscriptionStatus } from './port.ts'

/** Who a user is to a provider. */
export interface CustomersTable {
  provider: ProviderName
  customerId: string
  /** Null once they have left. */
  userId: string | null
  /** The number of the newest question whose answer is stored. */
  asked: Generated<number>
  /** The number under which it was stored. */
  stored: Generated<number>
  /** When to ask again, though nothing says that anything changed. */
  lookAt: Date | null
  /** When it was ended at the provider, after its user had left. */
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
  /** The end of which the user was told that it is near. */
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

/** What a provider told us. */
export interface PaymentEventsTable {
  provider: ProviderName
  eventId: string
  type: string
  /** Null for what is about nobody here. */
  customerId: string | null
  at: Date
  receivedAt: Date
  /** What was asked under a later number knows of it. */
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
