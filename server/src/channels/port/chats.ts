import type { ChannelAccount, Identity } from './account.ts'
import type { MediaKind } from './media.ts'

/** The chats of an account, and what it may do there. */
export type Chats = {
  /**
   * Reads one chat from the network: who we are there and what we may do. Takes an id, or what people paste: a name
   * or a link. Throws AppError `unavailable` when the network cannot be asked.
   */
  check(account: ChannelAccount, chat: string, signal?: AbortSignal): Promise<CheckedChat>
  /**
   * All chats that the account is in. Left out if the network reports a chat only when something happens in it.
   * Throws AppError `unavailable` when the network cannot be asked.
   */
  list?(account: ChannelAccount, signal?: AbortSignal): Promise<CheckedChat[]>
  /**
   * The picture of a chat, not limited by the pace of sends. `known` is the mark of the picture that was fetched before.
   * Throws AppError `unavailable` when the network cannot be asked.
   */
  photo?(account: ChannelAccount, externalId: string, known: string | null): Promise<ChatPhoto>
  /** The address that opens a chat on its network for its members; undefined for a chat without one. */
  chatUrl?(externalId: string): string | undefined
  /** The pause between two fetched pictures of one account, if its network objects to many in a row. */
  readonly photosApartMs?: number
  /** How a person proves that a chat of a shared account is theirs. Left out if accounts cannot be shared. */
  proof?: ChatProof
  /** The chat for tests that only the person sees. */
  ownChat?: OwnChat
}

/** The chat that a person has with an account alone. */
export type OwnChat =
  /** The account is the person's own, and its chat with itself is always there. */
  | { kind: 'itself'; externalIdOf(account: Identity): string }
  /** The person opens it by this link, whose code works once. */
  | {
      kind: 'started'
      startUrl(identity: Identity, code: string): string
      /** Sends them a plain sentence, in one try. Throws when it may not have arrived. */
      answer(account: ChannelAccount, externalId: string, text: string): Promise<void>
    }

export type ChatProof = {
  /** The link by which a person adds this account to a group. Its code works once and proves who did it. */
  inviteUrl(identity: Identity, code: string): string
  /** Where the network has channels: the link that adds this account to one, and the post that proves it there. */
  channelLink?(identity: Identity, code: string): { url: string; post: string }
  /** Whether a person is an admin of the chat, as whoever proves a chat must be. */
  isAdmin(account: ChannelAccount, externalId: string, personId: string): Promise<boolean>
}

/**
 * `externalId` is the current id of the chat, which differs from the given text if that was a name or the chat has
 * migrated. `topicId` is the topic that the link led to.
 */
export type CheckedChat = ChatState & { externalId: string; topicId?: string }

export type ChatState =
  | {
      lost: false
      title: string
      kind: ChatKind
      memberCount?: number
      canPost: boolean
      /** Why it cannot be posted to, in words. */
      reason?: string
      /** What may not be done there although texts may be sent; left out if the network did not report it. */
      refuses?: readonly RefusedKind[]
    }
  | { lost: true; code: GroupLostCode; reason: string }

/** `mark` is the network's id of the picture; a changed picture has another one. */
export type ChatPhoto =
  | { kind: 'none' }
  | { kind: 'same' }
  | { kind: 'photo'; mark: string; bytes: Buffer }

/** Largest picture of a chat that is fetched, in bytes: networks offer small ones of some ten kilobytes. */
export const CHAT_PHOTO_BYTES_MAX = 1_000_000

/** What may not be done there although texts may be sent; `pin`: sent messages may not be pinned. */
export type RefusedKind = MediaKind | 'poll' | 'pin'

/** In a group all members may write, in a channel only its admins. */
export type ChatKind = 'group' | 'channel'

export type Topic = { id: string; name: string; closed: boolean }

export type GroupLostCode = 'kicked' | 'left' | 'deleted' | 'not_found'
