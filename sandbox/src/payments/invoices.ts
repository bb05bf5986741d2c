import type { Invoice, Subscription } from '../world/payments/model.ts'
import { newId, type Billing } from './billing.ts'

export function invoiceFor(
  billing: Billing,
  subscription: Subscription,
  { reason, status }: Pick<Invoice, 'reason' | 'status'>,
): Invoice {
  const now = billing.now()
  return saveInvoice(billing, {
    id: newId(subscription.provider, 'invoice'),
    provider: subscription.provider,
    number: `TEST-${String(billing.state.lastInvoice + 1).padStart(4, '0')}`,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    checkoutId: reason === 'first' ? subscription.checkoutId : null,
    reason,
    cents: subscription.cents,
    currency: subscription.currency,
    status,
    at: now,
    changedAt: now,
  })
}

/** Newest first. */
export const invoicesOf = (billing: Billing, subscriptionId: string): Invoice[] =>
  [...billing.state.invoices.values()]
    .filter((invoice) => invoice.subscriptionId === subscriptionId)
    .toReversed()

export function changeInvoice(
  billing: Billing,
  invoice: Invoice,
  status: Invoice['status'],
): Invoice {
  return saveInvoice(billing, { ...invoice, status, changedAt: billing.now() })
}

function saveInvoice(billing: Billing, invoice: Invoice): Invoice {
  billing.world.commit({ type: 'invoiceSaved', invoice })
  return invoice
}
