import type Stripe from 'stripe'
import type {
  Checkout,
  Customer,
  Invoice,
  Keys,
  PortalSession,
  Subscription,
} from '../../world/payments/model.ts'
import { PLAN, type Billing } from '../billing.ts'

// Typed by the real SDK, as far as a seller of one plan looks at it.

const seconds = (at: number) => Math.floor(at / 1_000)
const secondsOrNull = (at: number | null) => (at === null ? null : seconds(at))
const texts = (metadata: object) =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]))

export const customerJson = (customer: Customer) =>
  ({
    id: customer.id,
    object: 'customer',
    balance: 0,
    created: seconds(customer.createdAt),
    currency: PLAN.currency,
    default_source: null,
    delinquent: false,
    description: null,
    email: customer.email,
    livemode: false,
    metadata: texts(customer.metadata),
    name: null,
    phone: null,
    shipping: null,
    tax_exempt: 'none',
  }) satisfies Partial<Stripe.Customer>

/** `base` is where the sandbox shows its pages. */
export function checkoutJson(checkout: Checkout, base: string) {
  // One that the bank refused in the end stays complete.
  const done = ['succeeded', 'confirmed', 'failed'].includes(checkout.status)
  return {
    id: checkout.id,
    object: 'checkout.session',
    amount_subtotal: PLAN.cents,
    amount_total: PLAN.cents,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.userId,
    client_secret: null,
    created: seconds(checkout.createdAt),
    currency: PLAN.currency,
    customer: checkout.customerId,
    customer_email: checkout.email,
    expires_at: seconds(checkout.expiresAt),
    invoice: null,
    livemode: false,
    metadata: texts(checkout.metadata),
    mode: 'subscription',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: checkout.status === 'succeeded' ? 'paid' : 'unpaid',
    status: done ? 'complete' : checkout.status === 'open' ? 'open' : 'expired',
    subscription: checkout.subscriptionId,
    success_url: checkout.successUrl,
    ui_mode: 'hosted_page',
    url: checkout.status === 'open' ? `${base}/sandbox/pay/checkouts/${checkout.secret}` : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

export function subscriptionJson({ keys }: Billing, subscription: Subscription) {
  const { id, periodStart, periodEnd, cancelAtPeriodEnd, cancelAt = null } = subscription
  const item = {
    id: `si_${id.slice(4)}`,
    object: 'subscription_item',
    created: seconds(subscription.createdAt),
    current_period_start: seconds(periodStart),
    current_period_end: seconds(periodEnd),
    metadata: {},
    quantity: 1,
    subscription: id,
    price: priceJson(keys, keys.stripe.priceId, subscription.cents),
  } as const
  return {
    id,
    object: 'subscription',
    cancel_at: cancelAtPeriodEnd ? seconds(periodEnd) : secondsOrNull(cancelAt),
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: secondsOrNull(subscription.canceledAt),
    collection_method: 'charge_automatically',
    created: seconds(subscription.createdAt),
    currency: subscription.currency,
    customer: subscription.customerId,
    ended_at: secondsOrNull(subscription.endedAt),
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: texts(subscription.metadata),
    start_date: seconds(subscription.startedAt),
    status: subscription.status,
    trial_end: null,
    trial_start: null,
  } satisfies Omit<Partial<Stripe.Subscription>, 'items'> & { items: object }
}

export const priceJson = ({ stripe }: Keys, id: string, cents: number = PLAN.cents) =>
  ({
    id,
    object: 'price',
    active: id === stripe.priceId,
    billing_scheme: 'per_unit',
    created: 0,
    currency: PLAN.currency,
    livemode: false,
    metadata: {},
    product: stripe.productId,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    type: 'recurring',
    unit_amount: cents,
  }) satisfies Partial<Stripe.Price>

/** A price of the same product from before; prices cannot be changed, only replaced. */
export const replacedPrice = ({ stripe }: Keys): string => `${stripe.priceId}_replaced`

export const invoiceJson = (invoice: Invoice) =>
  ({
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.cents,
    amount_paid: invoice.status === 'unpaid' ? 0 : invoice.cents,
    billing_reason: invoice.reason === 'first' ? 'subscription_create' : 'subscription_cycle',
    created: seconds(invoice.at),
    currency: invoice.currency,
    customer: invoice.customerId,
    livemode: false,
    metadata: {},
    number: invoice.number,
    status: invoice.status === 'unpaid' ? 'open' : 'paid',
    total: invoice.cents,
  }) satisfies Partial<Stripe.Invoice>

/** A refund is told of by its charge. */
export const chargeJson = (invoice: Invoice) =>
  ({
    id: `ch_${invoice.id.slice(3)}`,
    object: 'charge',
    amount: invoice.cents,
    amount_refunded: invoice.cents,
    created: seconds(invoice.at),
    currency: invoice.currency,
    customer: invoice.customerId,
    livemode: false,
    metadata: {},
    paid: true,
    refunded: true,
    status: 'succeeded',
  }) satisfies Partial<Stripe.Charge>

export const portalJson = (session: PortalSession, base: string) =>
  ({
    id: session.id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: seconds(session.createdAt),
    customer: session.customerId,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: session.returnUrl,
    url: `${base}/sandbox/pay/portal/${session.token}`,
  }) satisfies Partial<Stripe.BillingPortal.Session>
