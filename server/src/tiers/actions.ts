import type { Context, Reading, Tx } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { allows, featureName, hasRoom, resourceName, type Feature, type Resource } from './rules.ts'
import * as store from './store.ts'

/** What a room registers for the resource it owns, so that the tier can be held against it. */
export type Entitled = {
  /** How many of it the user has, within the transaction. */
  count(tx: Tx, userId: string): Promise<number>
}

declare module '../platform/context.ts' {
  interface Context {
    /** Who counts the resources that tiers limit. */
    readonly entitled: Readonly<Partial<Record<Resource, Entitled>>>
  }
}

/**
 * Makes sure that one more fits the user's tier; call it in the transaction that adds it. Of two that
 * add the last one at once the second waits here, then counts the first. Throws `limit_reached`.
 */
export async function requireRoom(
  ctx: Context,
  tx: Tx,
  userId: string,
  resource: Resource,
): Promise<void> {
  const counted = ctx.entitled[resource]
  if (!counted) throw new Error(`Nobody counts ${resource}: register it as entitled.`)
  const tier = await store.lockTier(tx, userId)
  if (!tier) throw notFound('user')
  if (hasRoom(tier, resource, await counted.count(tx, userId))) return
  const name = resourceName[resource]
  throw new AppError(
    'limit_reached',
    `You've reached the maximum number of ${name} for your current tier. Upgrade to pro for more.`,
    { resource: name },
  )
}

/** Throws `upgrade_required` when the user's tier lacks the feature. */
export async function requireFeature(
  ctx: Reading,
  userId: string,
  feature: Feature,
): Promise<void> {
  const tier = await store.tierOf(ctx, userId)
  if (!tier) throw notFound('user')
  if (allows(tier, feature)) return
  const name = featureName[feature]
  throw new AppError(
    'upgrade_required',
    `${name} is only available in the pro tier. Upgrade now to access this feature.`,
    { feature: name },
  )
}
