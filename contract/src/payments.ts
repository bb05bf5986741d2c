import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProductId, Tier } from './tiers.ts'
import { Instant } from './wire.ts'

/** What people read while nobody sells plans on a server. */
export const PAYMENTS_OFF = 'Plans cannot be bought on this server yet.'

/** Whether plans are sold on this server; while they are not, every call here answers `forbidden`. */
export const PaymentsStatus = z.object({
  available: z.boolean(),
  /** Why nothing can be bought, in words. */
  reason: z.string().optional(),
})

/** A product that costs something; the free tier is nothing to buy. */
const PaidProduct = ProductId.exclude(['free_tier'], { error: 'Choose a plan that is for sale.' })

export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/checkout',
  summary: 'Begin to buy a plan: the page of the payment provider to go to.',
  auth: 'user',
  body: z.object({ productId: PaidProduct }),
  data: z.object({ checkoutUrl: z.url() }),
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/cancel',
  summary: 'Cancel the subscription; the tier stays until the paid time ends.',
  auth: 'user',
  data: z.object({ tier: Tier, endsAt: Instant.nullable() }),
})

export const updateSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/update',
  summary: 'Change the subscription to another product.',
  auth: 'user',
  body: z.object({ productId: ProductId }),
  data: z.object({ tier: Tier }),
})

export const verifyCheckout = endpoint({
  method: 'GET',
  path: '/api/payments/verify/:checkoutId',
  summary:
    'Ask the provider whether a checkout was paid; waits a few seconds for one that is open.',
  auth: 'user',
  params: z.object({ checkoutId: z.string().trim().min(1).max(100) }),
  data: z.object({ status: z.enum(['paid', 'pending', 'failed']), tier: Tier }),
})

export const openPortal = endpoint({
  method: 'GET',
  path: '/api/payments/portal',
  summary: 'The billing page of the payment provider: invoices, card, cancellation.',
  auth: 'user',
  data: z.object({ portalUrl: z.url() }),
})
