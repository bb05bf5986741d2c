import { randomUUID } from 'node:crypto'
import type { webhooks } from '@polar-sh/sdk/2026-10'
import type { Billing, Happening } from '../billing.ts'
import type { Message } from '../webhooks.ts'
import { checkoutJson, customerJson, orderJson, subscriptionJson } from './present.ts'

type Payload = webhooks.WebhookPayload
type Type = Payload['type']

/** Polar's webhook types for each event: often a general and a specific one. */
const types: Record<Happening['kind'], readonly Type[]> = {
  'customer.created': ['customer.created'],
  'customer.deleted': ['customer.deleted'],
  'checkout.created': ['checkout.created'],
  'checkout.changed': ['checkout.updated'],
  'checkout.completed': ['checkout.updated'],
  'checkout.refused': ['checkout.updated'],
  'checkout.expired': ['checkout.expired'],
  'subscription.created': ['subscription.created', 'subscription.updated', 'subscription.active'],
  'subscription.changed': ['subscription.updated'],
  'subscription.renewed': ['subscription.updated', 'subscription.cycled'],
  'subscription.canceled': ['subscription.updated', 'subscription.canceled'],
  'subscription.uncanceled': ['subscription.updated', 'subscription.uncanceled'],
  'subscription.past_due': ['subscription.updated', 'subscription.past_due'],
  'subscription.recovered': ['subscription.updated', 'subscription.active'],
  'subscription.ended': ['subscription.updated', 'subscription.revoked'],
  'invoice.paid': ['order.updated', 'order.paid'],
  'invoice.failed': ['order.created'],
  'invoice.refunded': ['order.updated', 'order.refunded'],
}

/** Polar's webhooks for an event. */
export function polarMessages(billing: Billing, happening: Happening): Message[] {
  const timestamp = new Date(billing.now()).toISOString()
  const data = dataOf(billing, happening)
  return types[happening.kind].map((type) => ({
    id: randomUUID(),
    provider: 'polar',
    type,
    body: JSON.stringify({ type, timestamp, api_version: '2026-10', data }),
  }))
}

function dataOf(billing: Billing, happening: Happening): Payload['data'] {
  if ('customer' in happening) return customerJson(billing, happening.customer)
  if ('checkout' in happening) return checkoutJson(billing, happening.checkout, 'http://127.0.0.1')
  if ('subscription' in happening) return subscriptionJson(billing, happening.subscription)
  return orderJson(billing, happening.invoice)
}
