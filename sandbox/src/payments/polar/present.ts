import type { models } from '@polar-sh/sdk/2026-10'
import type {
  Checkout,
  Customer,
  Invoice,
  PortalSession,
  Subscription,
} from '../../world/payments/model.ts'
import { PLAN, type Billing } from '../billing.ts'

// Typed by the real SDK: what Polar adds or renames, the compiler says.

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

export function customerJson({ keys }: Billing, customer: Customer): models.CustomerIndividual {
  return {
    id: customer.id,
    created_at: iso(customer.createdAt),
    modified_at: iso(customer.changedAt),
    metadata: customer.metadata,
    external_id: customer.userId,
    email: customer.email ?? '',
    email_verified: false,
    type: 'individual',
    name: null,
    billing_name: null,
    billing_address: null,
    tax_id: null,
    locale: null,
    organization_id: keys.polar.organizationId,
    default_payment_method_id: null,
    deleted_at: isoOrNull(customer.deletedAt),
    first_user_event_at: null,
    avatar_url: null,
  }
}

/** `base` is where the sandbox shows its pages. */
export function checkoutJson(billing: Billing, checkout: Checkout, base: string): models.Checkout {
  const { keys } = billing
  return {
    id: checkout.id,
    created_at: iso(checkout.createdAt),
    modified_at: iso(checkout.changedAt),
    payment_processor: 'stripe',
    status: checkout.status,
    client_secret: checkout.secret,
    url: `${base}/sandbox/pay/checkouts/${checkout.secret}`,
    expires_at: iso(checkout.expiresAt),
    success_url: checkout.successUrl.replaceAll('{CHECKOUT_ID}', checkout.id),
    return_url: checkout.cancelUrl,
    embed_origin: null,
    amount: PLAN.cents,
    units: null,
    min_units: null,
    max_units: null,
    discount_amount: 0,
    net_amount: PLAN.cents,
    tax_amount: null,
    tax_behavior: null,
    total_amount: PLAN.cents,
    currency: PLAN.currency,
    allow_trial: true,
    active_trial_interval: null,
    active_trial_interval_count: null,
    trial_end: null,
    organization_id: keys.polar.organizationId,
    product_id: keys.polar.productId,
    product_price_id: keys.polar.priceId,
    discount_id: null,
    allow_discount_codes: true,
    require_billing_address: false,
    is_discount_applicable: false,
    is_free_product_price: false,
    is_payment_required: true,
    is_payment_setup_required: true,
    is_payment_form_required: true,
    customer_id: checkout.customerId,
    is_business_customer: false,
    customer_name: null,
    customer_email: checkout.email,
    customer_ip_address: null,
    customer_billing_name: null,
    customer_billing_address: null,
    customer_tax_id: null,
    payment_method_type: null,
    payment_processor_metadata: {},
    billing_address_fields: {
      country: 'required',
      state: 'optional',
      city: 'optional',
      postal_code: 'optional',
      line1: 'optional',
      line2: 'optional',
    },
    trial_interval: null,
    trial_interval_count: null,
    metadata: checkout.metadata,
    external_customer_id: checkout.userId,
    products: [productJson(billing)],
    product: productJson(billing),
    product_price: priceJson(billing),
    prices: { [keys.polar.productId]: [priceJson(billing)] },
    discount: null,
    subscription_id: null,
    attached_custom_fields: [],
    customer_metadata: {},
  }
}

export function subscriptionJson(
  billing: Billing,
  subscription: Subscription,
): models.Subscription {
  return {
    ...subscriptionFacts(billing, subscription),
    customer: buyerJson(billing, subscription.customerId),
    product: {
      ...productJson(billing),
      metadata: {},
      is_deletable: false,
      benefits: [],
      attached_custom_fields: [],
    },
    discount: null,
    prices: [priceJson(billing)],
    meters: [],
    pending_update: null,
  }
}

export function orderJson(billing: Billing, invoice: Invoice): models.Order {
  const { keys, state } = billing
  const subscription = state.subscriptions.get(invoice.subscriptionId)
  return {
    id: invoice.id,
    created_at: iso(invoice.at),
    modified_at: iso(invoice.changedAt),
    status: invoice.status === 'unpaid' ? 'pending' : invoice.status,
    paid: invoice.status !== 'unpaid',
    subtotal_amount: invoice.cents,
    discount_amount: 0,
    net_amount: invoice.cents,
    tax_amount: 0,
    total_amount: invoice.cents,
    applied_balance_amount: 0,
    due_amount: invoice.status === 'unpaid' ? invoice.cents : 0,
    refunded_amount: invoice.status === 'refunded' ? invoice.cents : 0,
    refunded_tax_amount: 0,
    currency: invoice.currency,
    billing_reason: invoice.reason === 'first' ? 'subscription_create' : 'subscription_cycle',
    billing_name: null,
    billing_address: null,
    invoice_number: invoice.number,
    is_invoice_generated: false,
    receipt_number: null,
    units: null,
    customer_id: invoice.customerId,
    product_id: keys.polar.productId,
    discount_id: null,
    subscription_id: invoice.subscriptionId,
    checkout_id: invoice.checkoutId,
    next_payment_attempt_at: isoOrNull(subscription?.retryAt ?? null),
    metadata: {},
    platform_fee_amount: 0,
    platform_fee_currency: null,
    customer: buyerJson(billing, invoice.customerId),
    product: { ...productJson(billing), metadata: {} },
    discount: null,
    subscription: subscription ? subscriptionFacts(billing, subscription) : null,
    items: [],
    description: PLAN.name,
    refundable_amount: invoice.status === 'paid' ? invoice.cents : 0,
    refundable_tax_amount: 0,
  }
}

export function portalJson(
  billing: Billing,
  session: PortalSession,
  customer: Customer,
  base: string,
): models.CustomerSession {
  return {
    created_at: iso(session.createdAt),
    modified_at: null,
    id: session.id,
    token: session.token,
    expires_at: iso(session.expiresAt),
    return_url: session.returnUrl,
    customer_portal_url: `${base}/sandbox/pay/portal/${session.token}`,
    customer_id: customer.id,
    customer: customerJson(billing, customer),
  }
}

function subscriptionFacts(
  { keys }: Billing,
  subscription: Subscription,
): models.OrderSubscription {
  const { cancelAtPeriodEnd, periodEnd } = subscription
  return {
    created_at: iso(subscription.createdAt),
    modified_at: iso(subscription.changedAt),
    id: subscription.id,
    metadata: subscription.metadata,
    amount: subscription.cents,
    currency: subscription.currency,
    recurring_interval: 'month',
    recurring_interval_count: 1,
    status: subscription.status,
    current_period_start: iso(subscription.periodStart),
    current_period_end: iso(periodEnd),
    current_meter_period_start: null,
    current_meter_period_end: null,
    trial_start: null,
    trial_end: null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: isoOrNull(subscription.canceledAt),
    started_at: iso(subscription.startedAt),
    ends_at: cancelAtPeriodEnd ? iso(periodEnd) : null,
    ended_at: isoOrNull(subscription.endedAt),
    past_due_at: isoOrNull(subscription.pastDueAt),
    pause_at_period_end: false,
    paused_at: null,
    resumes_at: null,
    customer_id: subscription.customerId,
    product_id: keys.polar.productId,
    discount_id: null,
    checkout_id: subscription.checkoutId,
    units: null,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
  }
}

/** A customer as other things show them: also one who has been deleted. */
function buyerJson(billing: Billing, id: string): models.SubscriptionCustomer {
  const customer = billing.state.customers.get(id)
  if (!customer) throw new Error(`The customer ${id} is gone.`)
  return customerJson(billing, customer)
}

function productJson(billing: Billing): models.CheckoutProduct {
  const { productId, organizationId } = billing.keys.polar
  return {
    id: productId,
    created_at: iso(0),
    modified_at: null,
    trial_interval: null,
    trial_interval_count: null,
    name: PLAN.name,
    description: null,
    visibility: 'public',
    recurring_interval: 'month',
    recurring_interval_count: 1,
    meter_interval: null,
    meter_interval_count: null,
    is_recurring: true,
    is_archived: false,
    organization_id: organizationId,
    prices: [priceJson(billing)],
    benefits: [],
    medias: [],
  }
}

function priceJson({ keys }: Billing): models.ProductPriceFixed {
  return {
    created_at: iso(0),
    modified_at: null,
    id: keys.polar.priceId,
    source: 'catalog',
    amount_type: 'fixed',
    price_currency: PLAN.currency,
    tax_behavior: null,
    is_archived: false,
    product_id: keys.polar.productId,
    price_amount: PLAN.cents,
  }
}
