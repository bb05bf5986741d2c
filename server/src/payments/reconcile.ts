import type { Tier } from '@carillon/contract/tiers'
import { notify } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { withoutKey } from '../platform/http/idempotency.ts'
import { fitTier } from '../tiers/actions.ts'
import { setTier, announceUserChanged } from '../users/actions.ts'
import { listAgreements, paymentFactsNow } from './agreements.ts'
import { findOpen } from './checkouts-store.ts'
import { coalescedByKey } from './coalesced-by-key.ts'
import { notifyTrouble } from './notify-trouble.ts'
import type { PaymentProvider, ProviderName, ProviderSubscription } from './port.ts'
import { presentSubscription } from './present.ts'
import { goesDownAt, nextAsk, storedAs, tierOf, type PaymentFacts } from './rules.ts'
import * as staying from './staying-store.ts'
import * as store from './store.ts'
import { tierNotice } from './words.ts'

/** How often another process may store a newer answer before the next attempt is left to a job. */
const ATTEMPTS = 5

/**
 * Asks the provider what this user pays for, stores it, and gives them the tier that follows from it. Nothing
 * else writes the tier. Users who never were customers are not changed. The provider is asked outside of any
 * transaction, so that a slow one blocks nobody else. Throws a ProviderError when it cannot be asked; then
 * nothing is changed.
 */
export function reconcile(ctx: Context, provider: PaymentProvider, userId: string): Promise<void> {
  const run = asking.get(provider) ?? coalescedByKey()
  asking.set(provider, run)
  // Several calls share this run, so it must not use the idempotency key of the first one.
  const own = withoutKey(ctx)
  return run(userId, () => ask(own, provider, userId))
}

/** One run at a time for each user of this process, because a purchase causes several webhooks at once. */
const asking = new WeakMap<PaymentProvider, ReturnType<typeof coalescedByKey>>()

async function ask(ctx: Context, provider: PaymentProvider, userId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const customer = await store.findCustomer(ctx, provider.name, userId)
    if (!customer || customer.closedAt) return
    const queryNumber = await store.nextNumber(ctx)
    const subscriptions = await provider.listSubscriptions(customer.customerId)
    const answer = { provider: provider.name, userId, queryNumber, subscriptions }
    const done = await ctx.transaction((tx) => storeAnswer(ctx, tx, answer))
    if (done) return
  }
  throw new Error('Others asked about this user at the same time, again and again.')
}

type Answer = {
  provider: ProviderName
  userId: string
  /** The number of the query; each query gets a higher one. */
  queryNumber: number
  subscriptions: readonly ProviderSubscription[]
}

/** Stores an answer and what follows from it; false when it may be older than what was stored meanwhile. */
async function storeAnswer(ctx: Context, tx: Tx, answer: Answer): Promise<boolean> {
  const { provider, userId, queryNumber, subscriptions } = answer
  await store.lockUser(tx, userId)
  const customer = await store.findCustomer(tx, provider, userId)
  if (!customer) return true
  // `asked` is the number of the newest query whose answer is stored. If it is later than ours, its answer includes ours.
  if (customer.asked > queryNumber) return true
  // `stored` is the number that was taken when that answer was stored. If it is higher than ours, an earlier query has
  // stored its answer after ours began: either may be the newer one.
  if (customer.stored > queryNumber) return false

  const now = ctx.clock.now()
  const rows = await store.listSubscriptions(tx, userId)
  const before = await listAgreements(tx, userId, paymentFactsNow(ctx))
  await store.putSubscriptions(
    tx,
    subscriptions.map((one) => ({
      ...storedAs(
        one,
        rows.find((row) => row.provider === provider && row.id === one.id),
        now,
      ),
      provider,
      userId,
    })),
  )
  const known = subscriptions.map(({ id }) => id)
  await store.endUnknown(tx, { provider, userId, now }, known)
  await applyTier(ctx, tx, customer, userId, before)
  await store.setCustomer(tx, customer, { asked: queryNumber, stored: await store.nextNumber(tx) })
  return true
}

/**
 * Gives a user the tier that follows from the stored rows, without asking the provider. For users of a provider that
 * this server no longer uses: only time, such as the end of a paid period, changes their tier.
 */
export async function reconcileStored(
  ctx: Context,
  provider: ProviderName,
  userId: string,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await store.lockUser(tx, userId)
    const customer = await store.findCustomer(tx, provider, userId)
    if (!customer) return
    const before = await listAgreements(tx, userId, paymentFactsNow(ctx))
    await applyTier(ctx, tx, customer, userId, before)
  })
}

/** Gives the tier that is paid for now, notifies about what is new since `before`, and stores when to ask again. */
async function applyTier(
  ctx: Context,
  tx: Tx,
  customer: store.CustomerRow,
  userId: string,
  before: readonly store.SubscriptionRow[],
): Promise<void> {
  const facts = paymentFactsNow(ctx)
  const agreements = await listAgreements(tx, userId, facts)
  const changed = await changeTier(ctx, tx, userId, tierOf(agreements, facts))
  if (!changed && !sameShown(before, agreements, facts)) await announceUserChanged(ctx, tx, userId)
  await notifyTrouble(ctx, tx, userId, { before, agreements, facts })
  // After resuming or paying, the user is notified again of the next end.
  const endsNoMore = goesDownAt(before, facts) && !goesDownAt(agreements, facts)
  if (endsNoMore && tierOf(agreements, facts) !== 'free') await staying.remove(tx, userId)

  const open = await findOpen(tx, userId)
  const askAgainAt = nextAsk(await store.listSubscriptions(tx, userId), {
    openCheckout: open?.createdAt ?? null,
    since: customer.createdAt,
    facts,
  })
  await store.setCustomer(tx, customer, { lookAt: askAgainAt })
}

/** Whether a person would see any difference in their subscription. */
const sameShown = (
  before: readonly store.SubscriptionRow[],
  agreements: readonly store.SubscriptionRow[],
  facts: PaymentFacts,
) =>
  JSON.stringify(presentSubscription(before, facts)) ===
  JSON.stringify(presentSubscription(agreements, facts))

/**
 * Gives a user a tier, and tells them and all their open pages. What the new tier has no room for is suspended,
 * except what they chose to keep; what was suspended comes back as far as there is room. Returns false when the
 * user has this tier already.
 */
export async function changeTier(
  ctx: Context,
  tx: Tx,
  userId: string,
  tier: Tier,
): Promise<boolean> {
  if (!(await setTier(ctx, tx, userId, tier))) return false
  await notify(ctx, tx, userId, tierNotice[tier])
  await fitTier(ctx, tx, userId, await staying.find(tx, userId))
  // The next time the tier goes down, they choose again.
  if (tier !== 'free') await staying.remove(tx, userId)
  return true
}
