import type { Checkout, Customer, Delivery, Provider } from '../world/payments/model.ts'
import { monthAfter } from '../world/payments/calendar.ts'
import { ControlRefusal } from '../world/world.ts'
import { letters, newId, PLAN, type Billing, type Happening } from './billing.ts'
import { customerWith, saveCustomer } from './customers.ts'
import { invoiceFor } from './invoices.ts'

/** Stripe's, and a day is enough for anybody; Polar's are open for an hour. */
const OPEN_MS: Record<Provider, number> = { polar: 3_600_000, stripe: 86_400_000 }

export type NewCheckout = Pick<
  Checkout,
  'provider' | 'customerId' | 'userId' | 'email' | 'successUrl' | 'cancelUrl' | 'metadata'
> & { subscriptionMetadata: Checkout['subscriptionMetadata'] }

/** Opens a checkout page. The origin of its return address is where this seller's webhooks go. */
export function openCheckout(billing: Billing, given: NewCheckout): Checkout {
  const now = billing.now()
  const id = newId(given.provider, 'checkout')
  const checkout: Checkout = {
    ...given,
    id,
    secret: given.provider === 'polar' ? `polar_c_${letters(32)}` : id,
    successUrl: given.successUrl,
    status: 'open',
    confirmedAt: null,
    delivery: 'sent',
    subscriptionId: null,
    declined: 0,
    createdAt: now,
    changedAt: now,
    expiresAt: now + OPEN_MS[given.provider],
  }
  save(billing, checkout)
  pointWebhooks(billing, given.provider, given.successUrl)
  billing.tell([{ kind: 'checkout.created', checkout }])
  return checkout
}

/** The page's own address has a secret in it; the wire names a checkout by its id. */
export const checkoutWithSecret = (billing: Billing, secret: string): Checkout | undefined =>
  [...billing.state.checkouts.values()].find((one) => one.secret === secret)

/** Pays: at once, or with a bank that takes its time. */
export function pay(
  billing: Billing,
  id: string,
  { delivery = 'sent', slowMs = 0 }: { delivery?: Delivery; slowMs?: number } = {},
): Checkout {
  const checkout = openOne(billing, id)
  if (slowMs === 0) return complete(billing, checkout, delivery)
  const waiting = change(billing, checkout, {
    status: 'confirmed',
    confirmedAt: billing.now() + slowMs,
    delivery,
  })
  billing.tell([{ kind: 'checkout.changed', checkout: waiting }], delivery)
  return waiting
}

/** The bank refuses. The page stays open for another card; `forGood` closes it. */
export function decline(
  billing: Billing,
  id: string,
  { delivery = 'sent', forGood = false }: { delivery?: Delivery; forGood?: boolean } = {},
): Checkout {
  const checkout = openOne(billing, id)
  const declined = checkout.declined + 1
  // Stripe has no failed session: one that nobody will pay in is expired.
  const status = forGood ? (checkout.provider === 'polar' ? 'failed' : 'expired') : 'open'
  const changed = change(billing, checkout, { declined, status })
  const kind = changed.status === 'expired' ? 'checkout.expired' : 'checkout.changed'
  billing.tell([{ kind, checkout: changed }], delivery)
  return changed
}

/** The bank refuses after a long time. */
export function refuse(billing: Billing, id: string, delivery: Delivery = 'sent'): Checkout {
  const checkout = billing.state.checkouts.get(id)
  if (checkout?.status !== 'confirmed') {
    throw new ControlRefusal('No bank is working on a payment of this checkout.', 409)
  }
  const changed = change(billing, checkout, { status: 'failed', confirmedAt: null })
  billing.tell([{ kind: 'checkout.refused', checkout: changed }], delivery)
  return changed
}

export function expire(billing: Billing, id: string, delivery: Delivery = 'sent'): Checkout {
  const changed = change(billing, openOne(billing, id), { status: 'expired' })
  billing.tell([{ kind: 'checkout.expired', checkout: changed }], delivery)
  return changed
}

/** What is due of a checkout by now. */
export function runDueOfCheckout(billing: Billing, checkout: Checkout): void {
  const now = billing.now()
  if (checkout.status === 'confirmed' && (checkout.confirmedAt ?? Infinity) <= now) {
    complete(billing, checkout, checkout.delivery)
  }
  if (checkout.status === 'open' && checkout.expiresAt <= now) expire(billing, checkout.id)
}

function complete(billing: Billing, checkout: Checkout, delivery: Delivery): Checkout {
  const now = billing.now()
  const { provider } = checkout
  const happenings: Happening[] = []
  const customer = payerOf(billing, checkout, happenings)
  const subscription = {
    id: newId(provider, 'subscription'),
    provider,
    customerId: customer.id,
    checkoutId: checkout.id,
    status: 'active',
    cents: PLAN.cents,
    currency: PLAN.currency,
    periodStart: now,
    periodEnd: monthAfter(now),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    startedAt: now,
    endedAt: null,
    pastDueAt: null,
    retries: 0,
    retryAt: null,
    metadata: checkout.subscriptionMetadata,
    createdAt: now,
    changedAt: now,
  } as const
  billing.world.commit({ type: 'subscriptionSaved', subscription })
  const done = change(billing, checkout, {
    status: 'succeeded',
    confirmedAt: null,
    customerId: customer.id,
    subscriptionId: subscription.id,
  })
  const invoice = invoiceFor(billing, subscription, { reason: 'first', status: 'paid' })
  happenings.push(
    { kind: 'subscription.created', subscription },
    { kind: 'invoice.paid', invoice },
    { kind: 'checkout.completed', checkout: done },
  )
  billing.tell(happenings, delivery)
  return done
}

/** The customer a checkout was made for; without one, whoever pays becomes a customer. */
function payerOf(billing: Billing, checkout: Checkout, happenings: Happening[]): Customer {
  const { provider, customerId, userId, email } = checkout
  const known = customerWith(billing, provider, customerId ? { id: customerId } : { userId })
  if (known) return known
  const customer = saveCustomer(billing, { provider, userId, email: email ?? 'buyer@example.com' })
  happenings.push({ kind: 'customer.created', customer })
  return customer
}

function openOne(billing: Billing, id: string): Checkout {
  const checkout = billing.state.checkouts.get(id)
  if (!checkout) throw new ControlRefusal('There is no such checkout.', 404)
  if (checkout.status !== 'open') {
    throw new ControlRefusal(
      `This checkout is ${checkout.status}; nobody can pay in it any more.`,
      409,
    )
  }
  return checkout
}

function change(billing: Billing, checkout: Checkout, changes: Partial<Checkout>): Checkout {
  return save(billing, { ...checkout, ...changes, changedAt: billing.now() })
}

function save(billing: Billing, checkout: Checkout): Checkout {
  billing.world.commit({ type: 'checkoutSaved', checkout })
  return checkout
}

/** At the real providers it is set in the dashboard; here it is derived from the address of the shop. */
function pointWebhooks(billing: Billing, provider: Provider, successUrl: string): void {
  const url = new URL(`/api/payments/webhooks/${provider}`, successUrl).href
  const known = billing.state.targets.get(provider)
  if (known?.pinned || known?.url === url) return
  billing.world.commit({ type: 'webhooksPointed', provider, target: { url, pinned: false } })
}
