import { z } from 'zod'
import { NotificationKind } from './notifications.ts'
import { Subscription } from './payments.ts'
import { Tier, TierLimits } from './tiers.ts'
import { Id, Instant } from './wire.ts'
import { TimeZone } from '../time.ts'
import { DISPLAY_NAME_MAX } from '../users.ts'
import { PASSWORD_MAX } from '../wire.ts'

/** Longest language tag, in characters: BCP 47 says that programs should accept so many. */
const LOCALE_MAX = 35

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

const Locale = z
  .string()
  .max(LOCALE_MAX)
  .refine(isLocale, 'Choose a language from the list, like en-GB.')

/** The preferences of a user. The bell always shows all notifications. */
export const Preferences = z.object({
  /** Kinds of notifications that are also sent by e-mail; for a new user the kinds about problems. */
  mailed: z.array(NotificationKind).max(NotificationKind.options.length),
  /** The locale that formats `{{date}}` and `{{time}}`; `en-GB` by default. */
  locale: Locale.optional(),
})
export type Preferences = z.infer<typeof Preferences>

export const User = z.object({
  uid: Id,
  email: z.string().nullable(),
  displayName: z.string().optional(),
  /** The photo shown: the uploaded one, else the address that was set, else that of the identity. */
  photoURL: z.string().optional(),
  /** The uploaded photo; after it is deleted, the previous one is shown again. */
  photoId: Id.optional(),
  tier: Tier,
  limits: TierLimits,
  /** The subscription that pays for the tier; null if nobody pays for it. */
  subscription: Subscription.nullable(),
  timeZone: z.string(),
  preferences: Preferences,
  rev: z.number().int(),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

/** Longest address of a photo, in characters: all browsers and proxies accept so many. */
const PHOTO_URL_MAX = 2_000

const Profile = z.object({
  displayName: z.string().trim().max(DISPLAY_NAME_MAX, 'Use at most 60 characters.'),
  photoURL: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https$/, message: 'Use an https address.' })
      .max(PHOTO_URL_MAX, 'Use a shorter address.'),
  ]),
  timeZone: TimeZone,
  preferences: Preferences,
})

export const ProfileInput = Profile.partial()

/**
 * What the browser of a new user knows of them. Its `locale` becomes that of their preferences; one that the server does
 * not know is left out, since nobody chose it.
 */
export const NewProfile = ProfileInput.extend({ locale: Locale.optional().catch(undefined) })

export const Export = z.record(z.string(), z.unknown())

/** A browser or app in which the user is signed in. */
export const Session = z.object({
  id: Id,
  /** Browser and system, as far as the browser reports them: "Firefox on Windows". */
  device: z.string(),
  /** The network address of the sign-in, if it is known. */
  address: z.string().nullable(),
  createdAt: Instant,
  /** Accurate to a few minutes. */
  lastSeenAt: Instant,
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const Sessions = z.object({ items: z.array(Session), nextCursor: z.null() })

export const DeleteAccount = z.object({
  password: z.string().max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`).optional(),
})
