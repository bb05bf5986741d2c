import { endpoint } from './endpoint.ts'

export type { Staying, StayingItem, Subscription } from './schemas/payments.ts'

/** The message on a server that does not sell plans. */
export const PAYMENTS_OFF = 'Plans cannot be bought on this server yet.'

export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/checkout',
  summary: 'Begin to buy a plan; returns the page of the payment provider.',
  auth: 'user',
  cost: 'asks',
  body: 'CreateCheckout',
  data: 'Checkout',
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/cancel',
  summary: 'Cancel the subscription; the tier stays until the paid time ends.',
  auth: 'user',
  cost: 'asks',
  data: 'CanceledSubscription',
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/resume',
  summary: 'Undo a cancellation before the paid time ends.',
  auth: 'user',
  cost: 'asks',
  data: 'UpdatedSubscription',
})

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/refresh',
  summary:
    'Ask the provider for the current state of the subscription, for example after a visit to its portal.',
  auth: 'user',
  cost: 'asks',
  data: 'UpdatedSubscription',
})

export const updateSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/update',
  summary:
    'Change the subscription to another product: the free one cancels it at the end of the paid time, the paid one undoes a cancellation.',
  auth: 'user',
  cost: 'asks',
  body: 'UpdateSubscription',
  data: 'UpdatedSubscription',
})

export const verifyCheckout = endpoint({
  method: 'GET',
  path: '/api/payments/verify/:checkoutId',
  summary:
    'Ask the provider whether a checkout was paid; waits a few seconds for one that is open.',
  auth: 'user',
  cost: 'asks',
  params: 'CheckoutParams',
  data: 'CheckoutStatus',
})

export const openPortal = endpoint({
  method: 'GET',
  path: '/api/payments/portal',
  summary: 'Open the billing page of the payment provider: invoices, card, cancellation.',
  auth: 'user',
  cost: 'asks',
  data: 'Portal',
})

export const readStaying = endpoint({
  method: 'GET',
  path: '/api/payments/staying',
  summary: 'Read what stays when the tier goes down to the free one, and what would be suspended.',
  auth: 'user',
  data: 'Staying',
})

export const chooseStaying = endpoint({
  method: 'PUT',
  path: '/api/payments/staying',
  summary:
    'Choose the groups and cycles that stay when the tier goes down; the choice can be changed until then. With two empty lists, those used last stay.',
  auth: 'user',
  body: 'ChooseStaying',
  data: 'Staying',
})
