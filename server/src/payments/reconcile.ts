import type { Tier } from '@carillon/contract/tiers'
import { notify } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { withoutKey } from '../platform/http/idempotency.ts'
import { fitTier } from '../tiers/actions.ts'
import { setTier, touchUser } from '../users/actions.ts'
import { listAgreements, termsOf } from './agreements.ts'
import { findOpen } from './checkouts-store.ts'
import { coalescedByKey } from './coalesced-by-key.ts'
import { notifyTrouble } from './notices.ts'
import type { PaymentProvider, ProviderName, ProviderSubscription } from './port.ts'
import { presentSubscription } from './present.ts'
import { goesDownAt, nextAsk, storedAs, tierOf, type Terms } from './rules.ts'
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
    const asked = await store.nextNumber(ctx)
    const subscriptions = await provider.listSubscriptions(customer.customerId)
    const answer = { provider: provider.name, userId, asked, subscriptions }
    const done = await ctx.transaction((tx) => storeAnswer(ctx, tx, answer))
    if (done) return
  }
  throw new Error('Others asked about this user at the same time, again and again.')
}

type Answer = {
  provider: ProviderName
  userId: string
  /** The number of the query, which grows with each. */
  asked: number
  subscriptions: readonly ProviderSubscription[]
}

/** Stores an answer and what follows from it; false when it may be older than what was stored meanwhile. */
async function storeAnswer(ctx: Context, tx: Tx, answer: Answer): Promise<boolean> {
  const { provider, userId, asked, subscriptions } = answer
  await store.lockUser(tx, userId)
  const customer = await store.findCustomer(tx, provider, userId)
  if (!customer) return true
  // A later query has stored its answer, which includes all that ours has.
  if (customer.asked > asked) return true
  // An earlier query has stored its answer after ours began: either may be the newer one.
  if (customer.stored > asked) return false

  const now = ctx.clock.now()
  const rows = await store.listSubscriptions(tx, userId)
  const before = await listAgreements(tx, userId, termsOf(ctx))
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
  await store.setCustomer(tx, customer, { asked, stored: await store.nextNumber(tx) })
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
    await applyTier(ctx, tx, customer, userId, await listAgreements(tx, userId, termsOf(ctx)))
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
  const terms = termsOf(ctx)
  const agreements = await listAgreements(tx, userId, terms)
  const changed = await changeTier(ctx, tx, userId, tierOf(agreements, terms))
  if (!changed && !sameShown(before, agreements, terms)) await touchUser(ctx, tx, userId)
  await notifyTrouble(ctx, tx, userId, { before, agreements, terms })
  // After resuming or paying, the user is notified again of the next end.
  const endsNoMore = goesDownAt(before, terms) && !goesDownAt(agreements, terms)
  if (endsNoMore && tierOf(agreements, terms) !== 'free') await staying.remove(tx, userId)

  const open = await findOpen(tx, userId)
  const askAgainAt = nextAsk(await store.listSubscriptions(tx, userId), {
    openCheckout: open?.createdAt ?? null,
    since: customer.createdAt,
    terms,
  })
  await store.setCustomer(tx, customer, { lookAt: askAgainAt })
}

/** Whether a person would see any difference in their subscription. */
const sameShown = (
  before: readonly store.SubscriptionRow[],
  agreements: readonly store.SubscriptionRow[],
  terms: Terms,
) =>
  JSON.stringify(presentSubscription(before, terms)) ===
  JSON.stringify(presentSubscription(agreements, terms))

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
