import { z } from 'zod'
import { ProductId, Tier } from './tiers.ts'
import { Instant } from './wire.ts'

/** Whether plans are sold on this server; while they are not, every call here answers `forbidden`. */
export const PaymentsStatus = z.object({
  available: z.boolean(),
  /** Why nothing can be bought, in words. */
  reason: z.string().optional(),
})

/** A product that costs something; the free tier is nothing to buy. */
const PaidProduct = ProductId.exclude(['free_tier'], { error: 'Choose a plan that is for sale.' })

export const Checkout = z.object({ checkoutUrl: z.url() })

export const CreateCheckout = z.object({ productId: PaidProduct })

export const CanceledSubscription = z.object({ tier: Tier, endsAt: Instant.nullable() })

export const UpdatedSubscription = z.object({ tier: Tier })

export const UpdateSubscription = z.object({ productId: ProductId })

export const CheckoutStatus = z.object({
  status: z.enum(['paid', 'pending', 'failed']),
  tier: Tier,
})

export const CheckoutParams = z.object({ checkoutId: z.string().trim().min(1).max(100) })

export const Portal = z.object({ portalUrl: z.url() })
