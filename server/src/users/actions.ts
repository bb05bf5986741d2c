import type { Tier } from '@carillon/contract/tiers'
import type { User } from '@carillon/contract/users'
import { deleteIdentity, endSessions } from '../identity/actions.ts'
import type { Verified } from '../identity/port.ts'
import { after, days } from '../platform/clock.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { accountDeleted, AppError, notFound } from '../platform/errors.ts'
import { presentUser } from './present.ts'
import {
  columnsOf,
  isFromBefore,
  isStale,
  preferencesOf,
  profileFrom,
  type ProfileChange,
  type ProfileColumns,
} from './rules.ts'
import * as store from './store.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'user.updated': true
  }
}

/** The longest life of a token of any issuer we accept is an hour; a day forgives wrong clocks. */
const DEPARTURE_KEPT_MS = days(1)

/**
 * Lets a verified caller in: refuses tokens from before a sign-out everywhere or a deletion, and makes
 * the profile on the first request of a new person.
 */
export async function admit(ctx: Context, { caller, issuedAt }: Verified): Promise<void> {
  const user = await store.find(ctx, caller.id)
  if (!user) return welcome(ctx, { caller, issuedAt })

  if (user.leavingAt) throw refusalAfterDeletion(issuedAt, user.leavingAt)
  if (user.tokensValidAfter && isStale(issuedAt, user.tokensValidAfter)) {
    throw new AppError('unauthenticated', 'You were signed out. Sign in again to go on.')
  }
  if (caller.email && caller.email !== user.email) await followEmail(ctx, user.id, caller.email)
}

async function welcome(ctx: Context, { caller, issuedAt }: Pick<Verified, 'caller' | 'issuedAt'>) {
  const left = await store.departedAt(ctx, caller.id)
  if (left && isFromBefore(issuedAt, left)) throw refusalAfterDeletion(issuedAt, left)
  await ctx.transaction((tx) =>
    store.insert(tx, {
      id: caller.id,
      ...profileFrom(caller),
      tier: ctx.config.defaultTier,
      now: ctx.clock.now(),
    }),
  )
}

/** The error for a user who has deleted their account: with an old token, or with a new one before all is erased. */
const refusalAfterDeletion = (issuedAt: Date, leftAt: Date) =>
  isFromBefore(issuedAt, leftAt)
    ? accountDeleted()
    : new AppError(
        'unavailable',
        'Your former account is still being erased. Try again in a minute.',
        { retryAfter: 60 },
      )

/** The identity service owns the address; the profile follows it. */
async function followEmail(ctx: Context, id: string, email: string) {
  await ctx.transaction(async (tx) => {
    const { rev } = await store.update(tx, id, { email }, ctx.clock.now())
    await tx.publish({ kind: 'user.updated', userId: id, id, rev })
    await tx.enqueue('payments.email', { userId: id })
  })
}

/** The address of a user; undefined if they have none, or if their account was deleted. */
export async function emailOf(ctx: Reading, userId: string): Promise<string | undefined> {
  const user = await store.find(ctx, userId)
  return user?.leavingAt ? undefined : (user?.email ?? undefined)
}

/** Whether this was a user who has deleted the account within the last day. */
export async function hasLeft(ctx: Reading, userId: string): Promise<boolean> {
  const user = await store.find(ctx, userId)
  return user ? user.leavingAt !== null : (await store.departedAt(ctx, userId)) !== undefined
}

/** Stores the profile of a new person. A second call changes nothing and returns the profile as it is. */
export async function createUser(
  ctx: UserContext,
  { locale, ...change }: ProfileChange & { locale?: string | undefined },
): Promise<User> {
  return ctx.transaction(async (tx) => {
    const user = await store.lock(tx, ctx.user.id)
    if (!user) throw notFound('user')
    if (user.storedAt) return present(ctx, tx, user)
    const preferences = { ...preferencesOf(user), ...(locale && { locale }), ...change.preferences }
    return storeProfile(ctx, tx, user, { ...change, preferences })
  })
}

export async function readUser(ctx: UserContext): Promise<User> {
  const user = await findUser(ctx, ctx.user.id)
  if (!user) throw notFound('user')
  return user
}

/** The profile as it is now, for whoever tells of its changes. */
export async function findUser(ctx: Context, id: string): Promise<User | undefined> {
  const user = await store.find(ctx, id)
  return user && present(ctx, ctx, user)
}

const present = async (ctx: Context, { db }: Reading, user: store.UserRow) =>
  presentUser(ctx, user, await ctx.subscriptionOf({ ...ctx, db }, user.id))

/** Changes what is given and leaves the rest; the tier is not for the person to set. */
export async function updateUser(ctx: UserContext, change: ProfileChange): Promise<User> {
  return ctx.transaction(async (tx) => {
    const user = await store.lock(tx, ctx.user.id)
    if (!user) throw notFound('user')
    return storeProfile(ctx, tx, user, change)
  })
}

async function storeProfile(ctx: Context, tx: Tx, user: store.UserRow, change: ProfileChange) {
  const now = ctx.clock.now()
  const columns = { ...columnsOf(change), storedAt: user.storedAt ?? now }
  const changed = await store.update(tx, user.id, columns, now)
  if (user.photoId && !changed.photoId) await ctx.photos.replaced(ctx, tx, user.photoId)
  if (changed.timeZone !== user.timeZone) await ctx.userTimeZoneChanged(ctx, tx, user.id)
  await tx.publish({ kind: 'user.updated', userId: user.id, id: user.id, rev: changed.rev })
  return present(ctx, tx, changed)
}

/** Shows a photo that the user has uploaded. Returns the one that was shown until now, which is theirs no longer. */
export async function setPhoto(
  ctx: Context,
  tx: Tx,
  userId: string,
  photoId: string,
): Promise<string | null> {
  const user = await store.lock(tx, userId)
  if (!user) throw notFound('user')
  await change(ctx, tx, userId, { photoId })
  return user.photoId
}

/** Shows a photo no longer that is about to be deleted; the user is shown as before it. */
export async function clearPhoto(
  ctx: Context,
  tx: Tx,
  userId: string,
  photoId: string,
): Promise<void> {
  const user = await store.lock(tx, userId)
  if (user?.photoId === photoId) await change(ctx, tx, userId, { photoId: null })
}

async function change(ctx: Context, tx: Tx, userId: string, columns: ProfileColumns) {
  const { rev } = await store.update(tx, userId, columns, ctx.clock.now())
  await tx.publish({ kind: 'user.updated', userId, id: userId, rev })
}

/** Sets what the user has paid for; false when it is so already, or nobody is there any more. */
export async function setTier(ctx: Context, tx: Tx, userId: string, tier: Tier): Promise<boolean> {
  const user = await store.lock(tx, userId)
  if (!user || user.tier === tier) return false
  const { rev } = await store.update(tx, userId, { tier }, ctx.clock.now())
  await tx.publish({ kind: 'user.updated', userId, id: userId, rev })
  return true
}

/** Raises the `rev` of a user and publishes it: pages read again what they show with the profile. */
export async function announceUserChanged(ctx: Context, tx: Tx, userId: string): Promise<void> {
  if (!(await store.lock(tx, userId))) return
  const { rev } = await store.update(tx, userId, {}, ctx.clock.now())
  await tx.publish({ kind: 'user.updated', userId, id: userId, rev })
}

/** The time zone that a user sees; undefined when they have left. */
export async function zoneOf(ctx: Reading, userId: string): Promise<string | undefined> {
  const user = await store.find(ctx, userId)
  return user?.leavingAt ? undefined : user?.timeZone
}

/**
 * Deletes the user, for good. From the commit on nobody is let in, nothing is sent and nothing is shown:
 * sessions and tokens end, and the news of that closes its sockets in every process. What the rooms hold is
 * erased by a job.
 */
export async function deleteUser(ctx: UserContext): Promise<void> {
  const { id } = ctx.user
  await ctx.transaction(async (tx) => {
    // Account, connection, group, schedule, user: all lock in this order, so that none wait in a circle.
    for (const data of ctx.userData.toReversed()) await data.leave?.(ctx, tx, id)

    const now = ctx.clock.now()
    if (!(await store.markLeaving(tx, id, now))) throw notFound('user')
    await store.insertDeparture(tx, id, now, after(now, -DEPARTURE_KEPT_MS))
    await deleteIdentity(tx, id)
    await tx.enqueue('users.erase', { userId: id })
  })
  ctx.admissions.forget(id)
}

/** Signs out in every browser and app, this one too: sessions end, and tokens from before count no more. */
export async function signOutEverywhere(ctx: UserContext): Promise<void> {
  const { id } = ctx.user
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now()
    await store.update(tx, id, { tokensValidAfter: now }, now)
    await endSessions(tx, id)
  })
  ctx.admissions.forget(id)
}
