import type { ChannelAccount, Identity } from './account.ts'
import type { MediaKind } from './media.ts'

/** The chats of an account: what it may do there, and which there are. */
export type Chats = {
  /**
   * What the network says of one chat now: who we are there and what we may do. Asks by id, or by what
   * people paste: a name or a link. Throws AppError `unavailable` when the network cannot be asked.
   */
  check(account: ChannelAccount, chat: string, signal?: AbortSignal): Promise<CheckedChat>
  /**
   * All chats that the account is in. Left out where the network tells of a chat only when something
   * happens in it. Throws AppError `unavailable` when the network cannot be asked.
   */
  list?(account: ChannelAccount, signal?: AbortSignal): Promise<CheckedChat[]>
  /**
   * The picture that the network shows of a chat, apart from the pace of sends; `known` is what it called the one
   * that was fetched before. Throws AppError `unavailable` when the network cannot be asked.
   */
  photo?(account: ChannelAccount, externalId: string, known: string | null): Promise<ChatPhoto>
  /** How far apart one account is to ask for pictures, where its network minds programs that ask for many in a row. */
  readonly photosApartMs?: number
  /** How a person proves that a chat of a shared account is theirs; only where accounts can be shared. */
  proof?: ChatProof
  /** Where a test goes that a person sends to themselves alone. */
  ownChat?: OwnChat
}

/** The chat that a person has with an account alone. */
export type OwnChat =
  /** The account is the person's own, and its chat with itself is always there. */
  | { kind: 'itself'; externalIdOf(account: Identity): string }
  /** The person opens it by this link, which shows a code that is good once. */
  | {
      kind: 'started'
      startUrl(identity: Identity, code: string): string
      /** Answers them with a plain sentence, in one try. Throws when it may not have arrived. */
      answer(account: ChannelAccount, externalId: string, text: string): Promise<void>
    }

export type ChatProof = {
  /** Where a person adds this account to a group, proving it with a code that is good once. */
  inviteUrl(identity: Identity, code: string): string
  /** Whether a person is an admin of the chat; who proves a chat must be. */
  isAdmin(account: ChannelAccount, externalId: string, personId: string): Promise<boolean>
}

/**
 * `externalId` is where the chat is now: not what was asked for, when that was a name or it has moved.
 * `topicId` is the topic that a link led to.
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
      /** What may not be done there though texts may be sent; left out where it was not told. */
      refuses?: readonly RefusedKind[]
    }
  | { lost: true; code: GroupLostCode; reason: string }

/** `mark` is what the network calls the picture; it has another one when the picture was changed. */
export type ChatPhoto =
  | { kind: 'none' }
  | { kind: 'same' }
  | { kind: 'photo'; mark: string; bytes: Buffer }

/** Largest picture of a chat that is fetched, in bytes: networks offer small ones of some ten kilobytes. */
export const CHAT_PHOTO_BYTES_MAX = 1_000_000

/** What may not be done there though texts may be sent; `pin`: what was sent may not be pinned. */
export type RefusedKind = MediaKind | 'poll' | 'pin'

/** Whether all members may write there, or only those who run it. */
export type ChatKind = 'group' | 'channel'

export type Topic = { id: string; name: string; closed: boolean }

export type GroupLostCode = 'kicked' | 'left' | 'deleted' | 'not_found'
