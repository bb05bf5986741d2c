import { z } from 'zod'
import { ChannelKind } from './config.ts'
import { Instant, resource, Id } from './wire.ts'

export const ConnectionStatus = z.enum([
  'pairing',
  'connected',
  'reconnecting',
  'needs_pairing',
  'restricted',
  'banned',
])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

/**
 * What this connection guarantees. `once`: members see a message once. After a lost answer it is sent again under its
 * id; a person is asked only if its text or its device has changed since. Otherwise a person is asked after each lost
 * answer.
 */
export const Guarantee = z.enum(['once', 'at-most-once, asks'])

/** The next step for the person to finish a pairing, with what they need for it. */
export const Pairing = z.discriminatedUnion('step', [
  /** Add the account to a group by this link, whose code can be used once; without a link request a new one. */
  z.object({
    step: z.literal('open_link'),
    url: z.string().optional(),
    expiresAt: Instant.optional(),
    /**
     * Where the network has channels: `url` adds the account to one as an admin. `post` is what an admin then posts in
     * it, once, to prove it; an own account needs no proof.
     */
    channelLink: z.object({ url: z.string(), post: z.string().optional() }).optional(),
  }),
  /** Paste the token of the account. */
  z.object({ step: z.literal('token') }),
  /** Wait: the network is asked for the next step, and a live event reports it. */
  z.object({ step: z.literal('wait') }),
  /** Scan this text as a QR code. A live event brings a new one before it expires. */
  z.object({ step: z.literal('scan'), qr: z.string(), expiresAt: Instant }),
  /** Give the phone number. */
  z.object({ step: z.literal('phone') }),
  /** Type this code into the network's own app. */
  z.object({ step: z.literal('type_there'), code: z.string(), expiresAt: Instant }),
  /** Type here the code that the network has sent. */
  z.object({ step: z.literal('code'), length: z.number().int().optional() }),
  /** Give the account's password; its owner wrote the hint. */
  z.object({ step: z.literal('password'), hint: z.string().optional() }),
])
export type Pairing = z.infer<typeof Pairing>

export const Health = z.object({
  /** When it was linked; after a break of two weeks this starts again. */
  linkedAt: Instant,
  usedToday: z.number().int(),
  mostToday: z.number().int(),
  /** The number of the day since it was linked, from 1. After its warm-up days it has the full daily allowance. */
  day: z.number().int(),
  warmUpDays: z.number().int(),
  /** Until when its network forbids sending, if the network reported that. */
  restrictedUntil: Instant.optional(),
  /** The current outage (`until` is null) or the last one, and how many of the user's messages it delayed or stopped. */
  outage: z
    .object({
      from: Instant,
      until: Instant.nullable(),
      late: z.number().int(),
      skipped: z.number().int(),
      failed: z.number().int(),
    })
    .optional(),
})

export const Connection = z.object({
  ...resource,
  channel: ChannelKind,
  status: ConnectionStatus,
  /** Why it is in this state, in words; missing if the state explains itself. */
  reason: z.string().optional(),
  since: Instant,
  label: z.string(),
  /** The identity on the network as its users see it, e.g. `@carillon_bot`. */
  identity: z.string().optional(),
  /** Whether this is the operator's bot, shared by all users of this server. */
  shared: z.boolean(),
  guarantee: Guarantee,
  groupCount: z.number().int(),
  /**
   * Whether a test can be sent to the user alone. False: the user must open a chat with the bot first. Missing if the
   * network has no such chat.
   */
  ownChat: z.boolean().optional(),
  /** The network name of the person who pressed Start by the link: they get the user's tests. */
  ownChatName: z.string().optional(),
  pairing: Pairing.optional(),
  /** The health of an account with a daily allowance. */
  health: Health.optional(),
})
export type Connection = z.infer<typeof Connection>

export const ChatKind = z.enum(['group', 'channel'])

export const Topic = z.object({ id: z.string(), name: z.string(), closed: z.boolean() })

/** A chat that a connection could post to. */
export const Chat = z.object({
  externalId: z.string(),
  title: z.string(),
  kind: ChatKind,
  memberCount: z.number().int().optional(),
  topics: z.array(Topic),
  canPost: z.boolean(),
  /** Why it cannot be posted to, in words. */
  reason: z.string().optional(),
  /** Set if the chat is already one of the user's groups. */
  groupId: Id.optional(),
})
export type Chat = z.infer<typeof Chat>

export const Connections = z.object({ items: z.array(Connection), nextCursor: z.null() })

/** How a pairing in steps begins: with a QR code to scan, or with a phone number and a code. */
export const PairingMethod = z.enum(['qr', 'code'])

const phone = z.string().trim().max(30).optional()

export const CreateConnection = z.object({
  channel: ChannelKind,
  token: z.string().trim().max(200).optional(),
  /** For networks whose accounts are paired in steps. */
  method: PairingMethod.optional(),
  /** With its country code; for the method `code`. */
  phone,
  /** The user agrees to the way the network is used; needed if the network may ban accounts for it. */
  consent: z.boolean().optional(),
})

export const PairConnection = z.object({
  refresh: z.boolean().optional(),
  cancel: z.boolean().optional(),
  token: z.string().trim().max(200).optional(),
  /** With `refresh`: how the new pairing begins. */
  method: PairingMethod.optional(),
  /** With `refresh`: the number for the method `code`. Without: the answer to the step `phone`. */
  phone,
  /** The answer to the step `code`. */
  code: z.string().trim().max(30).optional(),
  /** The answer to the step `password`. */
  password: z.string().max(500).optional(),
})

/** Opens the own chat of a user with their bot and replaces the previous one; can be used once. */
export const OwnChatLink = z.object({ url: z.string(), expiresAt: Instant })

export const Chats = z.object({ items: z.array(Chat), nextCursor: z.null() })

export const RefreshConnection = z.object({
  /** A chat that the user's bot is already in: `https://t.me/c/…` or `@name`. */
  link: z.string().trim().min(1).max(300).optional(),
})
