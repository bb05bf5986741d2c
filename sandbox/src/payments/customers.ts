import type { Customer, Delivery, PortalSession, Provider } from '../world/payments/model.ts'
import { letters, newId, type Billing, type Happening } from './billing.ts'
import { endedNow, runningOf } from './subscriptions.ts'

const PORTAL_MS = 3_600_000

type NewCustomer = Pick<Customer, 'provider' | 'userId' | 'email'> & Partial<Customer>

/** Creates a customer without a webhook; `createCustomer` also sends one. */
export function saveCustomer(billing: Billing, given: NewCustomer): Customer {
  const now = billing.now()
  return changeCustomer(billing, {
    id: newId(given.provider, 'customer'),
    createdAt: now,
    changedAt: now,
    deletedAt: null,
    cardFails: false,
    metadata: {},
    ...given,
  })
}

export function createCustomer(billing: Billing, given: NewCustomer): Customer {
  const customer = saveCustomer(billing, given)
  billing.tell([{ kind: 'customer.created', customer }])
  return customer
}

/** The customer with this id, name or address that has not been deleted. */
export function customerWith(
  billing: Billing,
  provider: Provider,
  wanted: { id?: string; userId?: string | null; email?: string },
): Customer | undefined {
  return [...billing.state.customers.values()].find(
    (one) =>
      one.provider === provider &&
      one.deletedAt === null &&
      ((wanted.id !== undefined && one.id === wanted.id) ||
        (wanted.userId !== undefined && wanted.userId !== null && one.userId === wanted.userId) ||
        (wanted.email !== undefined && one.email?.toLowerCase() === wanted.email.toLowerCase())),
  )
}

export function changeCustomer(
  billing: Billing,
  customer: Customer,
  changes: Partial<Customer> = {},
): Customer {
  const changed = { ...customer, ...changes, changedAt: billing.now() }
  billing.world.commit({ type: 'customerSaved', customer: changed })
  return changed
}

/** Forgets a customer; what they pay for ends at once. */
export function deleteCustomer(
  billing: Billing,
  customer: Customer,
  delivery: Delivery = 'sent',
): Customer {
  const happenings: Happening[] = runningOf(billing, customer.id).map((subscription) => ({
    kind: 'subscription.ended',
    subscription: endedNow(billing, subscription),
  }))
  const gone = changeCustomer(billing, customer, { deletedAt: billing.now() })
  billing.tell([...happenings, { kind: 'customer.deleted', customer: gone }], delivery)
  return gone
}

/** A page for this customer alone, for an hour. */
export function openPortal(
  billing: Billing,
  customer: Customer,
  returnUrl: string | null,
): PortalSession {
  const now = billing.now()
  const session: PortalSession = {
    token: `${customer.provider === 'polar' ? 'polar_cst_' : 'test_'}${letters(40)}`,
    id: newId(customer.provider, 'portal'),
    provider: customer.provider,
    customerId: customer.id,
    returnUrl,
    createdAt: now,
    expiresAt: now + PORTAL_MS,
  }
  billing.world.commit({ type: 'portalOpened', session })
  return session
}
