import type { Subscription } from '@carillon/contract/payments'
import { DISPLAY_NAME_MAX, type Preferences } from '@carillon/contract/users'
import type { Caller, Tx, Context } from '../platform/context.ts'
import { seconds } from '../platform/clock.ts'

/**
 * What a room holds of a person. Registered by every room that holds any, so that export and deletion
 * forget none.
 */
export type UserData = {
  /** The name of its part of the export. */
  name: string
  /** All of it in a form the person can keep, a page at a time; never credentials. */
  export(ctx: Context, userId: string): AsyncIterable<readonly unknown[]>
  /**
   * In the transaction in which the person leaves: ends what must not go on for a moment longer, above all
   * sending. Its work must not grow with what was sent so far.
   */
  leave?(ctx: Context, tx: Tx, userId: string): Promise<void>
  /**
   * Afterwards: deletes a slice of it, in a transaction of its own, small enough to hold nobody up. Returns
   * whether there may be more. What has no `erase` goes with the user's row.
   */
  erase?(ctx: Context, userId: string): Promise<boolean>
}

declare module '../platform/context.ts' {
  interface Context {
    /** What the rooms hold of a person, in the order in which it is erased; `leave` is called in reverse order. */
    readonly userData: readonly UserData[]
    /** A person has another time zone: what is told by their clock means another instant. */
    readonly userTimeZoneChanged: (ctx: Context, tx: Tx, userId: string) => Promise<void>
    /** What a person pays, as they see it; null when they pay nothing. */
    readonly subscriptionOf: (ctx: Context, userId: string) => Promise<Subscription | null>
    /** The photos that people have uploaded: where each is seen, and what becomes of one that is shown no longer. */
    readonly photos: {
      linkTo(ctx: Pick<Context, 'clock' | 'secrets'>, photoId: string): string
      replaced(ctx: Context, tx: Tx, photoId: string): Promise<void>
    }
  }
}

/** What PUT and POST may set; an empty text takes the value away. */
export type ProfileChange = {
  displayName?: string | undefined
  photoURL?: string | undefined
  timeZone?: string | undefined
  preferences?: Preferences | undefined
}

export type ProfileColumns = {
  displayName?: string | null
  photoUrl?: string | null
  photoId?: string | null
  timeZone?: string
  /** As JSON. */
  preferences?: string
}

export function columnsOf(change: ProfileChange): ProfileColumns {
  return {
    ...(change.displayName === undefined ? {} : { displayName: change.displayName || null }),
    // An address that is set by hand is shown instead of the uploaded photo.
    ...(change.photoURL === undefined ? {} : { photoUrl: change.photoURL || null, photoId: null }),
    ...(change.timeZone === undefined ? {} : { timeZone: change.timeZone }),
    ...(change.preferences === undefined
      ? {}
      : { preferences: JSON.stringify(change.preferences) }),
  }
}

/** What a new person prefers: to hear of what went wrong also when no page is open. */
export const FIRST_PREFERENCES: Preferences = { mailed: ['deliveries', 'connections'] }

/** What a person prefers, with the defaults. */
export const preferencesOf = (user: { preferences: Partial<Preferences> }): Preferences => ({
  mailed: [],
  ...user.preferences,
})

/** The first profile, from what a token says; a hosted issuer's claims are as loose as its users. */
export const profileFrom = (caller: Caller) => ({
  email: caller.email,
  displayName:
    Array.from((caller.name ?? '').trim())
      .slice(0, DISPLAY_NAME_MAX)
      .join('') || null,
  photoUrl: caller.picture?.startsWith('https://') ? caller.picture : null,
})

/**
 * Whether a token is older than the moment from which tokens count. Tokens are dated by the second, so
 * one of that same second passes: it may be the first after a password was reset.
 */
export const isStale = (issuedAt: Date, validAfter: Date) =>
  issuedAt.getTime() < wholeSecond(validAfter)

/** Whether a token was issued before its person left; one of the same second was, too. */
export const isFromBefore = (issuedAt: Date, departedAt: Date) =>
  issuedAt.getTime() <= wholeSecond(departedAt)

const wholeSecond = (at: Date) => Math.floor(at.getTime() / seconds(1)) * seconds(1)
