import { tierLimits } from '@carillon/contract/tiers'
import type { Subscription } from '@carillon/contract/payments'
import type { User } from '@carillon/contract/users'
import type { Context } from '../platform/context.ts'
import { preferencesOf } from './rules.ts'
import type { UserRow } from './store.ts'

export const presentUser = (
  ctx: Pick<Context, 'clock' | 'secrets' | 'photos'>,
  row: UserRow,
  subscription: Subscription | null,
): User => ({
  uid: row.id,
  email: row.email,
  ...(row.displayName ? { displayName: row.displayName } : {}),
  ...(row.photoUrl ? { photoURL: row.photoUrl } : {}),
  ...(row.photoId ? { photoURL: ctx.photos.linkTo(ctx, row.photoId), photoId: row.photoId } : {}),
  tier: row.tier,
  limits: tierLimits[row.tier],
  subscription,
  timeZone: row.timeZone,
  preferences: preferencesOf(row),
  rev: row.rev,
  createdAt: row.createdAt.toISOString(),
})
