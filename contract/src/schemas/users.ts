import { z } from 'zod'
import { NotificationKind } from './notifications.ts'
import { Subscription } from './payments.ts'
import { Tier, TierLimits } from './tiers.ts'
import { Id, Instant } from './wire.ts'
import { TimeZone } from '../time.ts'
import { DISPLAY_NAME_MAX } from '../users.ts'
import { PASSWORD_MAX } from '../wire.ts'

/** Longest tag of a language, in characters: what BCP 47 asks programs to take. */
const LOCALE_MAX = 35

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** What a person prefers; the bell itself always has everything. */
export const Preferences = z.object({
  /** Kinds of notifications that come by e-mail as well; for a new person those of what went wrong. */
  mailed: z.array(NotificationKind).max(NotificationKind.options.length),
  /** The language whose way of writing dates and times `{{date}}` and `{{time}}` have: `en-GB` unless chosen. */
  locale: z
    .string()
    .max(LOCALE_MAX)
    .refine(isLocale, 'Choose a language from the list, like en-GB.')
    .optional(),
})
export type Preferences = z.infer<typeof Preferences>

export const User = z.object({
  uid: Id,
  email: z.string().nullable(),
  displayName: z.string().optional(),
  /** What is shown: the uploaded photo, else the address that was set, else that of the identity. */
  photoURL: z.string().optional(),
  /** The upload that is shown; whoever deletes it is shown as before. */
  photoId: Id.optional(),
  tier: Tier,
  limits: TierLimits,
  /** What the tier is paid by; null for a tier that nobody pays for. */
  subscription: Subscription.nullable(),
  timeZone: z.string(),
  preferences: Preferences,
  rev: z.number().int(),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

/** Longest address of a photo, in characters: what browsers and proxies take anywhere. */
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

export const Export = z.record(z.string(), z.unknown())

/** A browser or app in which the person is signed in. */
export const Session = z.object({
  id: Id,
  /** What it is, as far as it says: "Firefox on Windows". */
  device: z.string(),
  /** The network address it was signed in from, when it is known. */
  address: z.string().nullable(),
  createdAt: Instant,
  /** To within a few minutes. */
  lastSeenAt: Instant,
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const Sessions = z.object({ items: z.array(Session), nextCursor: z.null() })

export const DeleteAccount = z.object({
  password: z.string().max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`).optional(),
})
