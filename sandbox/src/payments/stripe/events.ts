import type Stripe from 'stripe'
import { letters, type Billing, type Happening } from '../billing.ts'
import type { Message } from '../webhooks.ts'
import { chargeJson, checkoutJson, customerJson, invoiceJson, subscriptionJson } from './present.ts'

/** The API version of the SDK; the real Stripe sends the version of the endpoint. */
export const API_VERSION = '2026-10-28.endive'

/** Stripe's webhook types for each event. A new checkout has none. */
const types: Record<Happening['kind'], readonly Stripe.Event.Type[]> = {
  'customer.created': ['customer.created'],
  'customer.deleted': ['customer.deleted'],
  'checkout.created': [],
  'checkout.changed': [],
  'checkout.completed': ['checkout.session.completed'],
  'checkout.refused': ['checkout.session.async_payment_failed'],
  'checkout.expired': ['checkout.session.expired'],
  'subscription.created': ['customer.subscription.created'],
  'subscription.changed': ['customer.subscription.updated'],
  'subscription.renewed': ['customer.subscription.updated'],
  'subscription.canceled': ['customer.subscription.updated'],
  'subscription.uncanceled': ['customer.subscription.updated'],
  'subscription.past_due': ['customer.subscription.updated'],
  'subscription.recovered': ['customer.subscription.updated'],
  'subscription.ended': ['customer.subscription.deleted'],
  'invoice.paid': ['invoice.paid'],
  'invoice.failed': ['invoice.payment_failed'],
  'invoice.refunded': ['charge.refunded'],
}

/** Stripe's webhooks for an event. */
export function stripeMessages(billing: Billing, happening: Happening): Message[] {
  const object = objectOf(billing, happening)
  return types[happening.kind].map((type) => {
    const id = `evt_${letters(24)}`
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(billing.now() / 1_000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    })
    return { id, provider: 'stripe', type, body }
  })
}

function objectOf(billing: Billing, happening: Happening): object {
  if ('customer' in happening) return customerJson(happening.customer)
  if ('checkout' in happening) return checkoutJson(happening.checkout, 'http://127.0.0.1')
  if ('subscription' in happening) return subscriptionJson(billing, happening.subscription)
  const { kind, invoice } = happening
  return kind === 'invoice.refunded' ? chargeJson(invoice) : invoiceJson(invoice)
}
