import type { Subscription } from '@carillon/contract/payments'
import { endOf, graceEnd, mainOf, renews, type Agreement, type PaymentFacts } from './rules.ts'

/** What the person sees of their subscription; null when none runs. */
export function presentSubscription(
  agreements: readonly Agreement[],
  facts: PaymentFacts,
): Subscription | null {
  const main = mainOf(agreements, facts)
  if (!main) return null
  const { status, cents, currency, billedEvery, currentPeriodEnd, startedAt } = main
  const end = endOf(main)
  const unpaid = status !== 'active'
  const goesOn = renews(main)
  const isHere = main.provider === facts.provider
  return {
    tier: main.tier ?? 'free',
    status: unpaid ? 'past_due' : goesOn ? 'active' : 'canceled',
    price: { cents, currency, interval: billedEvery },
    renewsAt: unpaid || !goesOn ? null : (currentPeriodEnd?.toISOString() ?? null),
    endsAt: end?.toISOString() ?? null,
    graceUntil: status === 'past_due' ? graceEnd(main, facts.now).toISOString() : null,
    startedAt: startedAt.toISOString(),
    cancelable: isHere && goesOn,
    resumable: isHere && end !== null,
  }
}
