import { AppError } from '../platform/errors.ts'
import { after, hours, minutes, seconds, sleep } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { listRunning, tierStateOf } from './actions.ts'
import * as store from './checkouts-store.ts'
import { askFor, requireProvider } from './failures.ts'
import type { PaidTier, PaymentProvider } from './port.ts'
import { reconcile } from './reconcile.ts'
import * as customers from './store.ts'
import { CHECKOUT_ASKED_MS } from './rules.ts'

/** While one checkout is being created, no other may start for this long: it takes several calls to the provider. */
const MAKING_MS = seconds(30)

/** How often, and how many times, a second click checks whether the first has its page. */
const POLL_EVERY_MS = 250
const POLLS_MAX = 40

/**
 * Begins to buy a tier: returns the provider's page to go to. Somebody who clicks twice, or has a page open already,
 * gets the same page. Throws `conflict` for somebody who has the tier or still pays for a subscription.
 */
export async function createCheckout(
  ctx: UserContext,
  tier: PaidTier,
  returnTo = '/dashboard/pricing',
): Promise<{ checkoutUrl: string }> {
  const provider = requireProvider(ctx)
  await requireUnpaid(ctx, provider, tier)
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const mine = await begin(ctx, provider, tier)
    if (mine) return { checkoutUrl: await make(ctx, provider, mine, returnTo) }
    const open = await reuse(ctx, provider, tier)
    if (open === 'making') await sleep(ctx.clock, POLL_EVERY_MS)
    else if (open) return open
  }
  throw new AppError('unavailable', 'Your checkout is still being made. Try again in a minute.', {
    retryAfter: 30,
  })
}

async function requireUnpaid(ctx: UserContext, provider: PaymentProvider, tier: PaidTier) {
  // A subscription to a product that is not one of our plans does not count: its user may buy a plan.
  const running = (await listRunning(ctx, provider)).some(({ tier }) => tier !== null)
  const state = await tierStateOf(ctx)
  if (state.tier === tier) {
    throw new AppError('conflict', 'You are on this plan already.')
  }
  if (running) {
    throw new AppError(
      'conflict',
      'You have a subscription that is not paid for. Open the billing portal and check your card.',
    )
  }
  await refuseUnlistedPayment(ctx, provider)
}

/** For how long after a payment the provider may not yet list its subscription. */
const LISTED_WITHIN_MS = hours(1)

/** How far the provider's clock may be behind ours. */
const SKEW_MS = minutes(5)

/** Throws `conflict` if the user has paid and the provider does not list the subscription yet: they would pay twice. */
async function refuseUnlistedPayment(ctx: UserContext, { name: provider }: PaymentProvider) {
  const userId = ctx.user.id
  const since = after(ctx.clock.now(), -LISTED_WITHIN_MS)
  const paid = await store.findPaid(ctx, { userId, provider, since })
  if (!paid) return
  const from = after(paid.createdAt, -SKEW_MS)
  const rows = await customers.listSubscriptions(ctx, userId)
  if (!rows.some((row) => row.provider === provider && row.startedAt >= from))
    throw beingConfirmed()
}

const beingConfirmed = () =>
  new AppError('conflict', 'Your payment has arrived and is being confirmed.')

const begin = (ctx: UserContext, { name: provider }: PaymentProvider, tier: PaidTier) =>
  ctx.transaction((tx) =>
    store.begin(tx, {
      id: ctx.ids.next(),
      userId: ctx.user.id,
      provider,
      tier,
      createdAt: ctx.clock.now(),
    }),
  )

/** Creates the provider's page for a new checkout. */
async function make(
  ctx: UserContext,
  provider: PaymentProvider,
  { id, tier }: store.CheckoutRow,
  returnTo: string,
): Promise<string> {
  const { id: userId, email } = ctx.user
  const { publicUrl } = ctx.config
  try {
    const customerId = await customerOf(ctx, provider)
    const made = await askFor(ctx, () =>
      provider.createCheckout({
        idempotencyKey: id,
        customerId,
        userId,
        email,
        tier,
        successUrl: `${publicUrl}${returnTo}?checkout_success=true&checkout_id={CHECKOUT_ID}`,
        cancelUrl: `${publicUrl}${returnTo}`,
      }),
    )
    const now = ctx.clock.now()
    await ctx.transaction(async (tx) => {
      if (!(await store.open(tx, id, made))) throw tookTooLong()
      await customers.scheduleCheck(tx, provider.name, userId, after(now, CHECKOUT_ASKED_MS))
    })
    return made.url
  } catch (error) {
    await ctx.transaction((tx) => store.decide(tx, id, 'failed', ctx.clock.now()))
    throw error
  }
}

const tookTooLong = () =>
  new AppError('unavailable', 'Making your checkout took too long. Try again.', { retryAfter: 5 })

/** Returns the user's customer id; the first checkout creates the customer. */
async function customerOf(ctx: UserContext, provider: PaymentProvider): Promise<string> {
  const { id: userId, email } = ctx.user
  const known = await customers.findCustomer(ctx, provider.name, userId)
  if (known) return known.customerId
  const { customerId } = await askFor(ctx, () => provider.openCustomer({ userId, email }))
  await ctx.transaction((tx) =>
    customers.insertCustomer(tx, {
      provider: provider.name,
      customerId,
      userId,
      createdAt: ctx.clock.now(),
    }),
  )
  const stored = await customers.findCustomer(ctx, provider.name, userId)
  if (!stored) throw new Error('The provider gave this customer to another user before.')
  return stored.customerId
}

/** The page of a checkout that is open; undefined when there is none any more, and another can be made. */
async function reuse(
  ctx: UserContext,
  provider: PaymentProvider,
  tier: PaidTier,
): Promise<{ checkoutUrl: string } | 'making' | undefined> {
  const open = await store.findOpen(ctx, ctx.user.id)
  if (!open) return undefined
  const now = ctx.clock.now()
  const { checkoutId, url } = open
  if (!checkoutId || !url) {
    if (now < after(open.createdAt, MAKING_MS)) return 'making'
    // The request that made it was interrupted.
    await closeCheckout(ctx, open.id, 'failed')
    return undefined
  }
  // The operator changed the provider or the plan, so nobody can pay on that page any more.
  if (open.provider !== provider.name || open.tier !== tier) {
    await closeCheckout(ctx, open.id, 'expired')
    return undefined
  }
  const status = await askStatus(ctx, provider, open)
  if (status === 'open') return { checkoutUrl: url }
  if (status !== 'paid') return undefined
  await askFor(ctx, () => reconcile(ctx, provider, ctx.user.id))
  await requireUnpaid(ctx, provider, tier)
  throw beingConfirmed()
}

/** Asks the provider for the state of a checkout, and stores it once it is final. An unknown one has expired. */
export async function askStatus(
  ctx: Pick<UserContext, 'transaction' | 'clock' | 'log'>,
  provider: PaymentProvider,
  { id, checkoutId }: Pick<store.CheckoutRow, 'id' | 'checkoutId'>,
): Promise<'open' | 'paid' | 'failed' | 'expired'> {
  const found = checkoutId ? await askFor(ctx, () => provider.getCheckout(checkoutId)) : null
  const status = found?.status ?? 'expired'
  if (status !== 'open') await closeCheckout(ctx, id, status)
  return status
}

const closeCheckout = (
  ctx: Pick<UserContext, 'transaction' | 'clock'>,
  id: string,
  status: 'paid' | 'failed' | 'expired',
) => ctx.transaction((tx) => store.decide(tx, id, status, ctx.clock.now()))
