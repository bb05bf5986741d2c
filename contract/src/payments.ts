import { endpoint } from './endpoint.ts'

/** What people read while nobody sells plans on a server. */
export const PAYMENTS_OFF = 'Plans cannot be bought on this server yet.'

export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/checkout',
  summary: 'Begin to buy a plan: the page of the payment provider to go to.',
  auth: 'user',
  body: 'CreateCheckout',
  data: 'Checkout',
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/cancel',
  summary: 'Cancel the subscription; the tier stays until the paid time ends.',
  auth: 'user',
  data: 'CanceledSubscription',
})

export const updateSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/update',
  summary: 'Change the subscription to another product.',
  auth: 'user',
  body: 'UpdateSubscription',
  data: 'UpdatedSubscription',
})

export const verifyCheckout = endpoint({
  method: 'GET',
  path: '/api/payments/verify/:checkoutId',
  summary:
    'Ask the provider whether a checkout was paid; waits a few seconds for one that is open.',
  auth: 'user',
  params: 'CheckoutParams',
  data: 'CheckoutStatus',
})

export const openPortal = endpoint({
  method: 'GET',
  path: '/api/payments/portal',
  summary: 'The billing page of the payment provider: invoices, card, cancellation.',
  auth: 'user',
  data: 'Portal',
})
