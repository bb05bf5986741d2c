import { z } from 'zod'

export const Tier = z.enum(['free', 'pro'])
export type Tier = z.infer<typeof Tier>

/** What a tier allows; null is unlimited (Infinity is not JSON). */
export const TierLimits = z.object({
  maxGroups: z.number().int().nullable(),
  maxCycles: z.number().int().nullable(),
  mediaUpload: z.boolean(),
  whatsappAccess: z.boolean(),
})
export type TierLimits = z.infer<typeof TierLimits>

/** Which plan it is; `free_tier` is not sold by the provider. */
export const ProductId = z.enum(['free_tier', 'pro_tier'])
export type ProductId = z.infer<typeof ProductId>

/** A plan is the offer on the pricing page; it sells a tier. */
export const Plan = z.object({
  /** The tier that it sells. */
  type: Tier,
  name: z.string(),
  description: z.string(),
  priceText: z.string(),
  productId: ProductId,
  features: z.array(z.string()),
  buttonTexts: z.object({ guest: z.string(), current: z.string(), upgrade: z.string() }),
})
export type Plan = z.infer<typeof Plan>
