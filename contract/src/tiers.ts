import type { Plan, Tier, TierLimits } from './schemas/tiers.ts'

export type { Tier, TierLimits, ProductId, Plan } from './schemas/tiers.ts'

export const tierLimits: Record<Tier, TierLimits> = {
  free: { maxGroups: 1, maxCycles: 1, mediaUpload: true, whatsappAccess: false },
  pro: { maxGroups: null, maxCycles: null, mediaUpload: true, whatsappAccess: true },
}

/** The largest file of each tier, in bytes: the Bot API accepts at most 50 MB. */
export const fileBytesMax: Record<Tier, number> = { free: 10_000_000, pro: 50_000_000 }

export const plans: readonly Plan[] = [
  {
    type: 'free',
    name: 'Free',
    description: 'For one group.',
    priceText: '$0',
    productId: 'free_tier',
    features: ['1 Telegram group', '1 cycle', 'Scheduling', 'Media upload', 'Basic support'],
    buttonTexts: { guest: 'Get Started', current: 'Current Plan', upgrade: 'Included in Pro' },
  },
  {
    type: 'pro',
    name: 'Pro',
    description: 'For as many groups as you run.',
    priceText: '$24.99',
    productId: 'pro_tier',
    // In addition to all features of Free.
    features: ['Unlimited groups', 'Unlimited cycles', 'WhatsApp access', 'Priority support'],
    buttonTexts: {
      guest: 'Sign in to Upgrade',
      current: 'Current Plan',
      upgrade: 'Upgrade to Pro',
    },
  },
]
