import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NotificationKind } from './notifications.ts'
import { Tier, TierLimits } from './tiers.ts'
import { Done, Id, IdParams, Instant, PASSWORD_MAX, TimeZone } from './wire.ts'

/** Longest display name, in characters: what still fits one line of a phone's menu. */
export const DISPLAY_NAME_MAX = 60

/** Longest address of a photo, in characters: what browsers and proxies take anywhere. */
const PHOTO_URL_MAX = 2_000

/** What a person prefers; the bell itself always has everything. */
export const Preferences = z.object({
  /** Kinds of notifications that come by e-mail as well; none unless chosen. */
  mailed: z.array(NotificationKind).max(NotificationKind.options.length),
})
export type Preferences = z.infer<typeof Preferences>

export const User = z.object({
  uid: Id,
  email: z.string().nullable(),
  displayName: z.string().optional(),
  photoURL: z.string().optional(),
  tier: Tier,
  limits: TierLimits,
  timeZone: z.string(),
  preferences: Preferences,
  rev: z.number().int(),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

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

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Store the profile of the signed-in person; a second call answers the same profile.',
  auth: 'user',
  body: Profile.partial(),
  data: User,
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'Read the own profile.',
  auth: 'user',
  data: User,
})

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/users/me',
  summary: 'Change display name, photo, time zone or preferences; other fields are ignored.',
  auth: 'user',
  body: Profile.partial(),
  data: User,
})

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  summary:
    'All that is kept of the person, part by part; of occurrences and deliveries the newest 20,000.',
  auth: 'user',
  cost: 'heavy',
  data: z.record(z.string(), z.unknown()),
})

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

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary:
    'List where the person is signed in, this one first. Hosted issuers keep that to themselves: then it is empty.',
  auth: 'user',
  data: z.object({ items: z.array(Session), nextCursor: z.null() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/:id',
  summary: 'Sign out in one of these places.',
  auth: 'user',
  params: IdParams,
  data: Done,
})

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/users/me/sign-out',
  summary: 'End all sessions of the person, this one too, whoever issued them.',
  auth: 'user',
  data: Done,
})

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary:
    'Delete the account and everything in it. Asks for the password; where a hosted service signs people in, for a sign-in within the last 10 minutes.',
  auth: 'user',
  body: z.object({
    password: z.string().max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`).optional(),
  }),
  data: Done,
})
