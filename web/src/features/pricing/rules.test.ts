import { plans, type Tier } from '@carillon/contract/tiers'
import { expect, test } from 'vitest'
import { buttonLabel, canUpgrade } from './rules.ts'

const tiers: Tier[] = ['free', 'pro']
const labels = (tier: Tier) => plans.map((plan) => buttonLabel(plan, tier))

test('118, 120, 124 each button says what it does for the tier one has', () => {
  expect(labels('free')).toEqual(['Current Plan', 'Upgrade to Pro'])
  expect(labels('pro')).toEqual(['Included in Pro', 'Current Plan'])
})

test('121, 122 only a plan above the present one can be bought', () => {
  const bought = tiers.flatMap((from) =>
    tiers.filter((to) => canUpgrade(from, to)).map((to) => `${from} to ${to}`),
  )
  expect(bought).toEqual(['free to pro'])
})
