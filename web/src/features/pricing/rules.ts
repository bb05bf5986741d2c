import type { Plan, Tier } from '@carillon/contract/tiers'

const RANK: Record<Tier, number> = { free: 0, pro: 1 }

/** Whether a plan is above what somebody has. */
export const canUpgrade = (from: Tier, to: Tier) => RANK[to] > RANK[from]

/** What the button of a plan says to a member of this tier. */
export const buttonLabel = ({ type, buttonTexts }: Plan, tier: Tier) =>
  type === tier ? buttonTexts.current : buttonTexts.upgrade
