import { notify } from '../notifications/actions.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { fitTier } from '../tiers/actions.ts'
import { setTier, touchUser, zoneOf } from '../users/actions.ts'
import type { Tier } from '@carillon/contract/tiers'
import { findOpen } from './checkouts-store.ts'
import { flights } from './flights.ts'
import type { PaymentProvider, ProviderSubscription } from './port.ts'
import { presentSubscription } from './present.ts'
import {
  END_TOLD_MS,
  entitles,
  goesDownAt,
  graceEnd,
  isRunning,
  mainOf,
  nextLook,
  storedAs,
  tierOf,
  type Terms,
} from './rules.ts'
import * as staying from './staying-store.ts'
import * as store from './store.ts'
import { endsSoon, paymentFailed, paysTwice, tierNotice } from './words.ts'

/** How often an answer may be overtaken by that of another process before the next attempt is left to a job. */
const ATTEMPTS = 5

/**
 * Asks the provider what this user pays for, stores it, and gives them the tier that follows from it. Nothing
 * else writes the tier. Who never was a customer is left as they are. The provider is asked outside of any
 * transaction, so that a slow one holds up nobody else. Throws a ProviderError when it cannot be asked; then
 * nothing is changed.
 */
export function reconcile(ctx: Context, provider: PaymentProvider, userId: string): Promise<void> {
  const run = asking.get(provider) ?? flights()
  asking.set(provider, run)
  return run(userId, () => ask(ctx, provider, userId))
}

/** Who is being asked about in this process: a purchase brings several webhooks at once. */
const asking = new WeakMap<PaymentProvider, ReturnType<typeof flights>>()

async function ask(ctx: Context, provider: PaymentProvider, userId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const customer = await store.findCustomer(ctx, provider.name, userId)
    if (!customer || customer.closedAt) return
    const asked = await store.nextNumber(ctx)
    const said = await provider.listSubscriptions(customer.customerId)
    const done = await ctx.transaction((tx) => settle(ctx, tx, { provider, userId, asked, said }))
    if (done) return
  }
  throw new Error('Others asked about this user at the same time, again and again.')
}

type Answer = {
  provider: PaymentProvider
  userId: string
  /** The number of the question. */
  asked: number
  said: readonly ProviderSubscription[]
}

/** Stores an answer and what follows from it; false when it may be older than what was stored meanwhile. */
async function settle(ctx: Context, tx: Tx, answer: Answer): Promise<boolean> {
  const { provider, userId, asked, said } = answer
  await store.lockUser(tx, userId)
  const customer = await store.findCustomer(tx, provider.name, userId)
  if (!customer) return true
  // Somebody asked later than we did and has stored the answer: it knows all that ours knows.
  if (customer.asked > asked) return true
  // Somebody asked before us and stored after that: either answer may be the newer one.
  if (customer.stored > asked) return false

  const now = ctx.clock.now()
  const before = await store.listSubscriptions(tx, userId)
  await store.putSubscriptions(
    tx,
    said.map((one) => ({
      ...storedAs(
        one,
        before.find((row) => isOf(row, provider.name, one.id)),
        now,
      ),
      provider: provider.name,
      userId,
    })),
  )
  const key = { provider: provider.name, userId, now }
  await store.endUnknown(
    tx,
    key,
    said.map(({ id }) => id),
  )
  await follow(ctx, tx, userId, before)

  const open = await findOpen(tx, userId)
  const after = await store.listSubscriptions(tx, userId)
  await store.setCustomer(tx, customer, {
    asked: asked,
    stored: await store.nextNumber(tx),
    lookAt: nextLook(after, {
      openCheckout: open?.createdAt ?? null,
      since: customer.createdAt,
      now,
    }),
  })
  return true
}

const isOf = (row: store.SubscriptionRow, provider: string, id: string) =>
  row.provider === provider && row.id === id

/** Gives the tier that is paid for now, and tells what is new since `before`. */
async function follow(
  ctx: Context,
  tx: Tx,
  userId: string,
  before: readonly store.SubscriptionRow[],
): Promise<void> {
  const terms = termsOf(ctx)
  const rows = await store.listSubscriptions(tx, userId)
  const changed = await changeTier(ctx, tx, userId, tierOf(rows, terms))
  if (!changed && !sameShown(before, rows, terms)) await touchUser(ctx, tx, userId)
  await tellTrouble(ctx, tx, userId, { before, rows, terms })
}

/** What decides here and now; payments are on wherever something is reconciled. */
export const termsOf = (ctx: Pick<Context, 'payments' | 'clock' | 'config'>): Terms => ({
  provider: ctx.payments?.name ?? null,
  now: ctx.clock.now(),
  defaultTier: ctx.config.defaultTier,
})

/** Whether a person would see any difference in their subscription. */
const sameShown = (
  before: readonly store.SubscriptionRow[],
  rows: readonly store.SubscriptionRow[],
  terms: Terms,
) =>
  JSON.stringify(presentSubscription(before, terms)) ===
  JSON.stringify(presentSubscription(rows, terms))

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
  // The next time it goes down they are asked again.
  if (tier !== 'free') await staying.remove(tx, userId)
  return true
}

type Change = {
  before: readonly store.SubscriptionRow[]
  rows: readonly store.SubscriptionRow[]
  terms: Terms
}

/** Tells once of a payment that failed, of an end that is near, and of a second subscription. */
async function tellTrouble(ctx: Context, tx: Tx, userId: string, { before, rows, terms }: Change) {
  const zone = await zoneOf(tx, userId)
  const was = mainOf(before, terms)
  const main = mainOf(rows, terms)
  if (!main || !zone) return

  const running = rows.filter(isRunning)
  if (running.length > 1 && running.length > before.filter(isRunning).length) {
    await notify(ctx, tx, userId, paysTwice(running.length))
  }
  if (main.status === 'past_due' && was?.status !== 'past_due' && entitles(main, terms)) {
    await notify(ctx, tx, userId, paymentFailed(graceEnd(main, terms.now), zone))
  }
  const end = goesDownAt(rows, terms)
  if (!end || end.getTime() - terms.now.getTime() > END_TOLD_MS) return
  if (main.endTold?.getTime() === end.getTime()) return
  await store.setEndTold(tx, main, end)
  await notify(
    ctx,
    tx,
    userId,
    endsSoon(end, zone, main.status === 'past_due' ? 'unpaid' : 'canceled'),
  )
}

/** What a person sees of their subscription; null when none runs. */
export async function subscriptionOf(
  ctx: Reading & Pick<Context, 'payments' | 'clock' | 'config'>,
  userId: string,
) {
  return presentSubscription(await store.listSubscriptions(ctx, userId), termsOf(ctx))
}
