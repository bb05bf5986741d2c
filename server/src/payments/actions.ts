import type { Subscription } from '@carillon/contract/payments'
import type { ProductId, Tier } from '@carillon/contract/tiers'
import type { UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { askFor, requireProvider } from './failures.ts'
import type { PaymentProvider } from './port.ts'
import { listAgreements, subscriptionOf, paymentFactsNow } from './agreements.ts'
import { reconcile } from './reconcile.ts'
import { endOf, isRunning, mainOf, renews } from './rules.ts'
import * as store from './store.ts'
import { tierOfUser } from '../tiers/actions.ts'

/** A person's tier and what they pay for it. */
export type TierState = { tier: Tier; subscription: Subscription | null }

/** Cancels what the person pays for; the tier stays until the paid time ends. */
export async function cancelSubscription(
  ctx: UserContext,
): Promise<{ tier: Tier; endsAt: string | null }> {
  const provider = requireProvider(ctx)
  const running = await listRunning(ctx, provider)
  if (running.length === 0) throw nothingRuns('There is no subscription to cancel.')
  for (const one of running.filter(renews)) {
    await askFor(ctx, () => provider.cancelAtPeriodEnd(one.id))
  }
  const { tier, subscription } = await refresh(ctx)
  return { tier, endsAt: subscription?.endsAt ?? null }
}

/** Takes a cancellation back, before the paid time ends. */
export async function resumeSubscription(ctx: UserContext): Promise<TierState> {
  const provider = requireProvider(ctx)
  const running = await listRunning(ctx, provider)
  const main = mainOf(running, paymentFactsNow(ctx))
  if (!main) throw nothingRuns('There is no subscription to resume. Upgrade to begin a new one.')
  if (endOf(main)) await askFor(ctx, () => provider.resume(main.id))
  return refresh(ctx)
}

/** Changes the plan: the free one is a cancellation, the paid one takes it back. */
export async function updateSubscription(
  ctx: UserContext,
  productId: ProductId,
): Promise<TierState> {
  if (productId === 'free_tier') {
    await cancelSubscription(ctx)
    return tierStateOf(ctx)
  }
  return resumeSubscription(ctx)
}

/** Reads the state of a person from the provider, as when they return from its pages. */
export async function refresh(ctx: UserContext): Promise<TierState> {
  const provider = requireProvider(ctx)
  await askFor(ctx, () => reconcile(ctx, provider, ctx.user.id))
  return tierStateOf(ctx)
}

/** A page of the provider with the person's invoices, card and cancellation. */
export async function openPortal(ctx: UserContext): Promise<{ portalUrl: string }> {
  const provider = requireProvider(ctx)
  const customer = await store.findCustomer(ctx, provider.name, ctx.user.id)
  if (!customer) throw nothingRuns('There are no bills yet: you have not bought a plan.')
  const { customerId } = customer
  const returnUrl = `${ctx.config.publicUrl}/dashboard/settings?billing=returned#plan`
  return { portalUrl: await askFor(ctx, () => provider.portalUrl({ customerId, returnUrl })) }
}

/** The stored state of a person. */
export async function tierStateOf(ctx: UserContext): Promise<TierState> {
  return {
    tier: await tierOfUser(ctx, ctx.user.id),
    subscription: await subscriptionOf(ctx, ctx.user.id),
  }
}

/** What the person pays for at this provider, as it is there now. */
export async function listRunning(
  ctx: UserContext,
  provider: PaymentProvider,
): Promise<store.SubscriptionRow[]> {
  // Our rows may be old, and a cancellation or a purchase must act on the provider's current state.
  await askFor(ctx, () => reconcile(ctx, provider, ctx.user.id))
  const agreements = await listAgreements(ctx, ctx.user.id, paymentFactsNow(ctx))
  return agreements.filter((one) => one.provider === provider.name && isRunning(one))
}

const nothingRuns = (message: string) => new AppError('conflict', message)
