import type { Tier } from '@carillon/contract/tiers'
import { notify } from '../notifications/actions.ts'
import type { Notice } from '../notifications/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { fitTier } from '../tiers/actions.ts'
import { setTier } from '../users/actions.ts'

/**
 * Gives a user the tier that was paid for, or takes it back; they and all their pages are told. What the
 * new tier has no room for is suspended; what was suspended comes back as far as there is room.
 */
export async function changeTier(ctx: Context, tx: Tx, userId: string, tier: Tier): Promise<void> {
  if (!(await setTier(ctx, tx, userId, tier))) return
  await notify(ctx, tx, userId, noticeOf[tier])
  await fitTier(ctx, tx, userId)
}

const noticeOf: Record<Tier, Notice> = {
  pro: {
    kind: 'plan',
    reason: 'tier',
    title: 'Your plan is Pro now',
    message: 'Groups and cycles are unlimited, and WhatsApp is open to you.',
    link: '/dashboard/pricing',
  },
  free: {
    kind: 'plan',
    reason: 'tier',
    title: 'Your plan is Free now',
    message: 'Nothing was deleted. What is above its limits rests until you upgrade again.',
    link: '/dashboard/pricing',
  },
}
