import type { Subscription } from '@carillon/contract/payments'
import { endOf, graceEnd, mainOf, type Agreement, type Terms } from './rules.ts'

/** What the person sees of their subscription; null when none runs. */
export function presentSubscription(
  agreements: readonly Agreement[],
  terms: Terms,
): Subscription | null {
  const main = mainOf(agreements, terms)
  if (!main?.tier) return null
  const { status, cents, currency, billedEvery, currentPeriodEnd, startedAt } = main
  const end = endOf(main)
  const unpaid = status !== 'active'
  return {
    tier: main.tier,
    status: unpaid ? 'past_due' : end ? 'canceled' : 'active',
    price: { cents, currency, interval: billedEvery },
    renewsAt: end || unpaid ? null : (currentPeriodEnd?.toISOString() ?? null),
    endsAt: end?.toISOString() ?? null,
    graceUntil: status === 'past_due' ? graceEnd(main, terms.now).toISOString() : null,
    startedAt: startedAt.toISOString(),
  }
}
