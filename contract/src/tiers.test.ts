import { expect, test } from 'vitest'
import { plans, tierLimits } from './tiers.ts'

// Null is unlimited.
test('180, 181, 182, 183, 184, 186, 187, 188 Free and Pro allow what the specification says', () => {
  expect(tierLimits).toEqual({
    free: { maxGroups: 1, maxCycles: 1, mediaUpload: true, whatsappAccess: false },
    pro: { maxGroups: null, maxCycles: null, mediaUpload: true, whatsappAccess: true },
  })
})

// One place for the cards, the table and the checkout.
test('190, 191 a plan says all that its card shows, at the price of the specification', () => {
  expect(plans).toMatchObject([
    { type: 'free', name: 'Free', priceText: '$0', productId: 'free_tier' },
    { type: 'pro', name: 'Pro', priceText: '$24.99', productId: 'pro_tier' },
  ])
  for (const { description, features, buttonTexts } of plans) {
    expect(description).not.toBe('')
    expect(features.length).toBeGreaterThan(3)
    expect(Object.values(buttonTexts).every(Boolean)).toBe(true)
  }
  expect(plans.map(({ buttonTexts }) => buttonTexts)).toEqual([
    { guest: 'Get Started', current: 'Current Plan', upgrade: 'Included in Pro' },
    { guest: 'Sign in to Upgrade', current: 'Current Plan', upgrade: 'Upgrade to Pro' },
  ])
})
