import type { Subscription } from '@carillon/contract/payments'
import type { Tier } from '@carillon/contract/tiers'
import { after, days, hours, latest, minutes } from '../platform/clock.ts'
import type { PaidTier, ProviderName, ProviderSubscription, SubscriptionStatus } from './port.ts'

/** How long the tier stays after a failed payment; providers retry several times within it. */
const GRACE_MS = days(7)

/** How long before the end the user is notified. */
export const END_TOLD_MS = days(3)

/** The fields of a subscription that decide the tier. */
export type Agreement = {
  provider: ProviderName
  id: string
  status: SubscriptionStatus
  tier: PaidTier | null
  cents: number
  currency: string
  billedEvery: Subscription['price']['interval']
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  endsAt: Date | null
  pastDueSince: Date | null
  startedAt: Date
}

/** Merges the provider's current data of a subscription with the stored row. */
export function storedAs(
  { price, ...said }: ProviderSubscription,
  before: { endedAt: Date | null; pastDueSince: Date | null } | undefined,
  now: Date,
) {
  const unpaid = said.status === 'past_due' || said.status === 'on_hold'
  return {
    ...said,
    cents: price.cents,
    currency: price.currency,
    billedEvery: price.interval,
    // If the provider does not name the time, the time when we first saw it counts.
    endedAt: said.status === 'ended' ? (said.endedAt ?? before?.endedAt ?? now) : null,
    pastDueSince: unpaid ? (said.pastDueSince ?? before?.pastDueSince ?? now) : null,
  }
}

/** What the subscriptions do not say: the current provider, if any; the time; and the tier of users who pay nothing. */
export type PaymentFacts = { provider: ProviderName | null; now: Date; defaultTier: Tier }

/** The tier that these subscriptions pay for. */
export function tierOf(agreements: readonly Agreement[], facts: PaymentFacts): Tier {
  const paid = agreements.find((agreement) => entitles(agreement, facts))
  return paid?.tier ?? facts.defaultTier
}

/**
 * Gives a subscription at a former provider its end. Nobody reports its payments any more, so it is valid for the time
 * that was paid. Unless it was canceled, the next payment then counts as missing: the grace period follows, then its
 * end.
 */
export function withFormerProviderEnd<A extends Agreement>(
  agreement: A,
  { provider, now }: PaymentFacts,
): A {
  if (agreement.provider === provider) return agreement
  const { status, currentPeriodEnd, pastDueSince, startedAt } = agreement
  if (status !== 'active' && status !== 'past_due') return { ...agreement, status: 'ended' }
  const unpaidSince = status === 'active' ? currentPeriodEnd : pastDueSince
  const grace = after(unpaidSince ?? startedAt, GRACE_MS)
  const end = endOf(agreement)
  const endsAt = end && end < grace ? end : grace
  return {
    ...agreement,
    status: now < endsAt ? 'active' : 'ended',
    cancelAtPeriodEnd: true,
    endsAt,
  }
}

/** Whether a subscription gives its tier now. */
export function entitles(agreement: Agreement, { now }: PaymentFacts): boolean {
  if (!agreement.tier) return false
  const { status } = agreement
  if (status === 'active') {
    const end = endOf(agreement)
    return end === null || now < end
  }
  if (status === 'past_due') return now < graceEnd(agreement, now)
  return false
}

/** Whether it may still take money: as long as it does, the user needs no other. */
export const isRunning = ({ status }: Pick<Agreement, 'status'>): boolean =>
  status === 'active' || status === 'past_due' || status === 'on_hold'

/** When it ends, if that is decided; else null. */
export const endOf = ({ cancelAtPeriodEnd, currentPeriodEnd, endsAt }: Agreement): Date | null =>
  endsAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null)

/** Whether it is charged again when the paid time ends. */
export function renews(agreement: Agreement): boolean {
  const { cancelAtPeriodEnd, currentPeriodEnd } = agreement
  const end = endOf(agreement)
  if (end === null) return true
  return !cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd < end
}

/** The end of the grace period, until which the user can still pay. */
export const graceEnd = ({ pastDueSince }: Pick<Agreement, 'pastDueSince'>, now: Date): Date =>
  after(pastDueSince ?? now, GRACE_MS)

/**
 * The subscription to show: one that gives the tier, else one that runs, else one that runs and is for none of our
 * plans, so that it can be canceled here too; of several the one that began last.
 */
export function mainOf<A extends Agreement>(
  agreements: readonly A[],
  facts: PaymentFacts,
): A | undefined {
  const rank = (one: A) => (entitles(one, facts) ? 3 : !isRunning(one) ? 0 : one.tier ? 2 : 1)
  return agreements
    .filter((one) => rank(one) > 0)
    .toSorted((a, b) => rank(b) - rank(a) || b.startedAt.getTime() - a.startedAt.getTime())
    .at(0)
}

/** When the tier will go down if nothing changes; null if it will not. */
export function goesDownAt(agreements: readonly Agreement[], facts: PaymentFacts): Date | null {
  const giving = agreements.filter((one) => entitles(one, facts))
  const ends = giving.map((one) =>
    one.status === 'past_due' ? graceEnd(one, facts.now) : endOf(one),
  )
  const known = ends.filter((end) => end !== null)
  if (facts.defaultTier !== 'free' || ends.length === 0 || known.length < ends.length) return null
  return known.reduce(latest)
}

/** How often to ask about changes that no webhook reports. */
const ASK_EVERY_MS = hours(1)

/** The age at which the sweep asks for the result of an open checkout. */
export const CHECKOUT_ASKED_MS = minutes(5)

/** How often to ask about a user without a running subscription, and for how long after the last one. */
const REST_EVERY_MS = days(1)
const REST_FOR_MS = days(30)

/**
 * When to ask the provider about a user again, if no webhook comes before; null for never. `agreements` are the stored
 * rows.
 */
export function nextAsk(
  agreements: readonly (Agreement & { endedAt: Date | null })[],
  { openCheckout, since, facts }: { openCheckout: Date | null; since: Date; facts: PaymentFacts },
): Date | null {
  const { now } = facts
  const soon = after(now, ASK_EVERY_MS)
  const running = agreements
    .map((one) => withFormerProviderEnd(one, facts))
    .filter(({ status }) => status !== 'ended')
  const turns = [
    ...running.flatMap((one) => [
      one.currentPeriodEnd,
      endOf(one),
      one.status === 'past_due' ? graceEnd(one, now) : null,
    ]),
    openCheckout && after(openCheckout, CHECKOUT_ASKED_MS),
  ].filter((at) => at !== null && at > now && at < soon) as Date[]
  if (turns.length > 0) return turns.toSorted((a, b) => a.getTime() - b.getTime())[0]!
  if (running.length > 0 || openCheckout) return soon
  // If the operator uses its provider again, the provider is asked for its state.
  if (agreements.some(isRunning)) return after(now, REST_EVERY_MS)
  const last = agreements.map(({ endedAt }) => endedAt ?? since).reduce(latest, since)
  return now < after(last, REST_FOR_MS) ? after(now, REST_EVERY_MS) : null
}
