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

export const tierLimits: Record<Tier, TierLimits> = {
  free: { maxGroups: 1, maxCycles: 1, mediaUpload: true, whatsappAccess: false },
  pro: { maxGroups: null, maxCycles: null, mediaUpload: true, whatsappAccess: true },
}

/** What a plan is called at the payment provider. */
export const ProductId = z.enum(['free_tier', 'pro_tier'])
export type ProductId = z.infer<typeof ProductId>

/** A plan is the offer on the pricing page; it sells a tier. */
export const Plan = z.object({
  type: Tier,
  name: z.string(),
  description: z.string(),
  priceText: z.string(),
  productId: ProductId,
  features: z.array(z.string()),
  buttonTexts: z.object({ guest: z.string(), current: z.string(), upgrade: z.string() }),
})
export type Plan = z.infer<typeof Plan>

export const plans: readonly Plan[] = [
  {
    type: 'free',
    name: 'Free',
    description: 'For one group and one cycle.',
    priceText: '$0',
    productId: 'free_tier',
    features: ['1 Telegram group', '1 cycle', 'Media upload', 'Scheduling', 'Basic support'],
    buttonTexts: { guest: 'Get Started', current: 'Current Plan', upgrade: 'Included in Pro' },
  },
  {
    type: 'pro',
    name: 'Pro',
    description: 'For people who run communities.',
    priceText: '$24.99',
    productId: 'pro_tier',
    features: [
      'Unlimited groups',
      'Unlimited cycles',
      'WhatsApp access',
      'Media upload',
      'Scheduling',
      'Priority support',
    ],
    buttonTexts: {
      guest: 'Sign in to Upgrade',
      current: 'Current Plan',
      upgrade: 'Upgrade to Pro',
    },
  },
]
