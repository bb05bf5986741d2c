import type { ChannelKind } from '@carillon/contract/config'
import { fileBytesMax, type Tier } from '@carillon/contract/tiers'
import { after, seconds } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { AppError, limitReached, notFound } from '../platform/errors.ts'
import { megabytes, type LimitName } from '../platform/server-limits.ts'
import {
  allows,
  channelFeature,
  featureName,
  resourceName,
  leftUnderLimit,
  withheldFrom,
  type Feature,
  type Resource,
} from './rules.ts'
import * as store from './store.ts'

/** What a room registers for a resource that the tier limits: how to count it, suspend it and restore it. */
export type CountedResource = {
  /** Returns how many the user has, within the transaction. */
  count(tx: Tx, userId: string): Promise<number>
  /**
   * Suspends so many: they do not count towards the limit any more, and nothing else changes. The longest unused go
   * first, and those named in `stays` last.
   */
  suspend(
    ctx: Context,
    tx: Tx,
    userId: string,
    { excess, stays }: { excess: number; stays: readonly string[] },
  ): Promise<void>
  /** Suspends all that use these channels, which the tier may not use; none of any other stays withheld. */
  suspendChannels?(
    ctx: Context,
    tx: Tx,
    userId: string,
    channels: readonly ChannelKind[],
  ): Promise<void>
  /** Restores suspended ones, the last used first. Returns how many, and whether others may be left. */
  restore(
    ctx: Context,
    tx: Tx,
    userId: string,
    which: Restorable,
  ): Promise<{ restored: number; left: boolean }>
  /** Those that count and whose channel is not withheld: the `most` last used, and those in `always`; the last used first. */
  listUsed(ctx: Reading, userId: string, which: UsedQuery): Promise<UsedList>
}

/** Up to `most` of them, and none of the channels that the tier may not use. With `only`: just this one. */
export type Restorable = { most: number; withheld: readonly ChannelKind[]; only?: string }

export type UsedQuery = {
  most: number
  always: readonly string[]
  /** The channels that the tier may not use. */
  withheld: readonly ChannelKind[]
}

/** `total` counts all whose channel is not withheld, and `withheld` the others. */
export type UsedList = { items: Used[]; total: number; withheld: number }

/** One of them, and when it was used last. */
export type Used = {
  id: string
  name: string
  usedAt: Date | null
  /** Whether a cycle runs. */
  status?: 'active' | 'paused' | 'draft'
  /** We may not write there now. */
  closed?: boolean
}

/** What somebody wants to keep when the tier goes down, by their ids. */
export type Chosen = Readonly<Record<Resource, readonly string[]>>

declare module '../platform/context.ts' {
  interface Context {
    /** Who counts the resources that tiers limit. */
    readonly entitled: Readonly<Partial<Record<Resource, CountedResource>>>
  }
}

/**
 * Checks that one more fits the user's tier; call it in the transaction that adds it. Of two transactions that add the
 * last one, the second waits here and then counts the first. Throws `limit_reached`.
 */
export async function requireUnderTierLimit(
  ctx: Context,
  tx: Tx,
  userId: string,
  resource: Resource,
): Promise<void> {
  if ((await countLeft(ctx, tx, userId, resource)) > 0) return
  const name = resourceName[resource]
  throw new AppError(
    'limit_reached',
    `You've reached the maximum number of ${name} for your current tier. Upgrade to pro for more.`,
    { resource: name },
  )
}

/**
 * Restores suspended ones up to the tier's limit; call it in the transaction that removed one. A transaction that adds
 * one at the same time waits, so that both together stay within the limit.
 */
export async function restoreUpToLimit(
  ctx: Context,
  tx: Tx,
  userId: string,
  resource: Resource,
): Promise<void> {
  const left = await countLeft(ctx, tx, userId, resource)
  if (left > 0) await restore(ctx, tx, userId, resource, left)
}

/** Most of a kind that come back in one transaction; a job goes on with the rest. */
const RESTORED_AT_ONCE = 500

/** How long a job waits for what somebody else was changing. */
const AGAIN_MS = seconds(5)

async function restore(
  ctx: Context,
  tx: Tx,
  userId: string,
  resource: Resource,
  count: number,
): Promise<void> {
  const counted = countedOf(ctx, resource)
  const most = Math.min(count, RESTORED_AT_ONCE)
  const withheld = withheldFrom(await tierOfUser(tx, userId))
  const { restored, left } = await counted.restore(ctx, tx, userId, { most, withheld })
  if (!left || restored === count) return
  const wait = restored < most ? { startAfter: after(ctx.clock.now(), AGAIN_MS) } : {}
  await tx.enqueue('tiers.fit', { userId }, wait)
}

/**
 * Restores a suspended one; the longest unused is suspended instead if the tier has no room for both. Of two
 * transactions that do it the second waits here. Throws `conflict` if it cannot be restored.
 */
export async function swapIn(
  ctx: Context,
  tx: Tx,
  userId: string,
  resource: Resource,
  id: string,
): Promise<void> {
  const counted = countedOf(ctx, resource)
  const excess = 1 - (await countLeft(ctx, tx, userId, resource))
  if (excess > 0) await counted.suspend(ctx, tx, userId, { excess, stays: [] })
  const withheld = withheldFrom(await tierOfUser(tx, userId))
  const { restored } = await counted.restore(ctx, tx, userId, { most: 1, withheld, only: id })
  if (restored === 0) throw new AppError('conflict', 'It cannot be reached any more.')
}

/**
 * After the tier changed: suspends what is above its limits, or restores what is within them again. What the user
 * chose stays, up to the limit; then what was used last.
 */
export async function fitTier(
  ctx: Context,
  tx: Tx,
  userId: string,
  chosen?: Chosen,
): Promise<void> {
  const withheld = withheldFrom(await tierOfUser(tx, userId))
  for (const resource of Object.keys(ctx.entitled) as Resource[]) {
    await countedOf(ctx, resource).suspendChannels?.(ctx, tx, userId, withheld)
    const left = await countLeft(ctx, tx, userId, resource)
    if (left > 0) await restore(ctx, tx, userId, resource, left)
    if (left < 0) {
      const stays = chosen?.[resource] ?? []
      await countedOf(ctx, resource).suspend(ctx, tx, userId, { excess: -left, stays })
    }
  }
}

/**
 * Checks that one more fits what this server allows each user; call it in the transaction that adds
 * it. `count` answers how many there are; `words` gets the limit, as people write it. Of two that add the
 * last one at once the second waits here, then counts the first. Throws `limit_reached`.
 */
export async function requireUnderServerLimit(
  ctx: Context,
  tx: Tx,
  userId: string,
  limit: LimitName,
  { count, words }: { count: () => Promise<number>; words: (most: string) => string },
): Promise<void> {
  await lockUser(tx, userId)
  const most = ctx.config.limits[limit]
  if ((await count()) >= most) throw limitReached(limit, words(most.toLocaleString('en')))
}

/** Lets nobody else count what this user has until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  if (!(await store.lockTier(tx, userId))) throw notFound('user')
}

function countedOf(ctx: Context, resource: Resource): CountedResource {
  const counted = ctx.entitled[resource]
  if (!counted) throw new Error(`No CountedResource is registered for ${resource}.`)
  return counted
}

/** Makes sure that a file of so many bytes fits the user's tier. Throws `too_large`. */
export async function requireFileSize(ctx: Reading, userId: string, bytes: number): Promise<void> {
  const tier = await store.tierOf(ctx, userId)
  if (!tier) throw notFound('user')
  if (bytes <= fileBytesMax[tier]) return
  const more = tier === 'free' ? ` Upgrade to pro for up to ${megabytes(fileBytesMax.pro)}.` : ''
  throw new AppError(
    'too_large',
    `This file has ${megabytes(bytes)}, and your tier allows ${megabytes(fileBytesMax[tier])}.${more}`,
  )
}

/** How many more fit the user's tier, negative for too many; their row stays locked until the transaction ends. */
async function countLeft(
  ctx: Context,
  tx: Tx,
  userId: string,
  resource: Resource,
): Promise<number> {
  const counted = countedOf(ctx, resource)
  const tier = await store.lockTier(tx, userId)
  if (!tier) throw notFound('user')
  return leftUnderLimit(tier, resource, await counted.count(tx, userId))
}

/** What a user has of a resource that a lower tier could keep: the `most` last used and those in `always`, the last used first. */
export async function listUsed(
  ctx: Context,
  userId: string,
  resource: Resource,
  { tier, ...which }: Pick<UsedQuery, 'most' | 'always'> & { tier: Tier },
): Promise<UsedList> {
  return countedOf(ctx, resource).listUsed(ctx, userId, { ...which, withheld: withheldFrom(tier) })
}

/** The tier that a user has. */
export async function tierOfUser(ctx: Reading, userId: string): Promise<Tier> {
  const tier = await store.tierOf(ctx, userId)
  if (!tier) throw notFound('user')
  return tier
}

/** Throws `upgrade_required` when the user's tier may not use this channel. */
export async function requireChannel(
  ctx: Reading,
  userId: string,
  channel: ChannelKind,
): Promise<void> {
  const feature = channelFeature[channel]
  if (feature) await requireFeature(ctx, userId, feature)
}

/** Whether the user's tier may use this channel. */
export const mayUseChannel = async (
  ctx: Reading,
  userId: string,
  channel: ChannelKind,
): Promise<boolean> => !withheldFrom(await tierOfUser(ctx, userId)).includes(channel)

/** Throws `upgrade_required` when the user's tier lacks the feature. */
export async function requireFeature(
  ctx: Reading,
  userId: string,
  feature: Feature,
): Promise<void> {
  const tier = await tierOfUser(ctx, userId)
  if (allows(tier, feature)) return
  const name = featureName[feature]
  throw new AppError(
    'upgrade_required',
    `${name} is only available in the pro tier. Upgrade now to access this feature.`,
    { feature: name },
  )
}
