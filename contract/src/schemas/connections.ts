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
 * What this connection can promise. `once`: members see it once; after a lost answer the same goes again under its id,
 * and a person is asked only where its words or its device have changed since. Otherwise a person is asked after each
 * lost answer.
 */
export const Guarantee = z.enum(['once', 'at-most-once, asks'])

/** The next thing the person does to finish a pairing, with what they need for it. */
export const Pairing = z.discriminatedUnion('step', [
  /** Add the account to a group by this link, with a code good for one use; without a link ask for a new one. */
  z.object({
    step: z.literal('open_link'),
    url: z.string().optional(),
    expiresAt: Instant.optional(),
  }),
  /** Paste the token of the account. */
  z.object({ step: z.literal('token') }),
  /** Wait: the network is asked for the next step, which comes by the live event. */
  z.object({ step: z.literal('wait') }),
  /** Scan this text as a QR code. A new one comes by the live event before it expires. */
  z.object({ step: z.literal('scan'), qr: z.string(), expiresAt: Instant }),
  /** Give the phone number. */
  z.object({ step: z.literal('phone') }),
  /** Type this code into the network's own app. */
  z.object({ step: z.literal('type_there'), code: z.string(), expiresAt: Instant }),
  /** Type the code here that the network has sent. */
  z.object({ step: z.literal('code'), length: z.number().int().optional() }),
  /** Give the account's password; the hint is its owner's. */
  z.object({ step: z.literal('password'), hint: z.string().optional() }),
])
export type Pairing = z.infer<typeof Pairing>

export const Health = z.object({
  /** Since when it has been linked; a break of two weeks begins this anew. */
  linkedAt: Instant,
  usedToday: z.number().int(),
  mostToday: z.number().int(),
  /** The day since it was linked, from 1; after the days of its warm-up it may send all that accounts may. */
  day: z.number().int(),
  warmUpDays: z.number().int(),
  /** Until when its network lets it send nothing, if the network told. */
  restrictedUntil: Instant.optional(),
  /** The present outage (`until` is null) or the last one, and how many of the user's messages it delayed or stopped. */
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
  /** Why it is in this state, in words; only where the state alone does not tell. */
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
   * Whether a test can be sent to the user alone. False: the user must open a chat with the bot first. Left out where
   * the network has no such chat.
   */
  ownChat: z.boolean().optional(),
  /** Whoever pressed Start by the link, as they are called on the network: tests to oneself go to them. */
  ownChatName: z.string().optional(),
  pairing: Pairing.optional(),
  /** How the account is doing, where it may send only so many messages a day. */
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
  /** Set when the chat is already one of the user's groups. */
  groupId: Id.optional(),
})
export type Chat = z.infer<typeof Chat>

export const Connections = z.object({ items: z.array(Connection), nextCursor: z.null() })

/** How a pairing in steps begins: by a QR code to scan, or by a phone number and a code. */
export const PairingMethod = z.enum(['qr', 'code'])

const phone = z.string().trim().max(30).optional()

export const CreateConnection = z.object({
  channel: ChannelKind,
  token: z.string().trim().max(200).optional(),
  /** Where accounts are paired in steps. */
  method: PairingMethod.optional(),
  /** With its country code; for the method `code`. */
  phone,
  /** That the user agrees to how the network is used, where it may punish its accounts for that. */
  consent: z.boolean().optional(),
})

export const PairConnection = z.object({
  refresh: z.boolean().optional(),
  cancel: z.boolean().optional(),
  token: z.string().trim().max(200).optional(),
  /** With `refresh`: how the new pairing begins. */
  method: PairingMethod.optional(),
  /** With `refresh` and the method `code`; alone the answer to the step `phone`. */
  phone,
  /** The answer to the step `code`. */
  code: z.string().trim().max(30).optional(),
  /** The answer to the step `password`. */
  password: z.string().max(500).optional(),
})

/** Opens the own chat of a user with their bot, in place of the one before; good once. */
export const OwnChatLink = z.object({ url: z.string(), expiresAt: Instant })

export const Chats = z.object({ items: z.array(Chat), nextCursor: z.null() })

export const RefreshConnection = z.object({
  /** A chat that the own bot is in already: `https://t.me/c/…` or `@name`. */
  link: z.string().trim().min(1).max(300).optional(),
})
