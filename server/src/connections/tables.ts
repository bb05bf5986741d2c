import type { ChatKind, GroupLostCode, RefusedKind, Topic } from '../channels/port/chats.ts'
import type { ColumnType, Generated } from 'kysely'

/** A user's claim on an account. */
export interface ConnectionsTable {
  id: string
  userId: string
  accountId: string
  /** The `accounts.token_version` that the user showed last. */
  tokenVersion: Generated<number>
  pairingCode: Buffer | null
  pairingExpiresAt: Date | null
  note: string | null
  /** When the user agreed to how the network is used, where that is asked. */
  consentedAt: Date | null
  /** Since when the tier of the user may not use its channel. */
  idleSince: Date | null
  seq: Generated<number>
  rev: Generated<number>
  removedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A code that proves a chat to belong to a user: posted there by an admin, good once. */
export interface PairingCodesTable {
  hash: Buffer
  connectionId: string
  expiresAt: Date
  /** Null before it is used.  */
  usedAt: Date | null
  /** It opens the own chat of the user with a bot, and proves no group. */
  own: Generated<boolean>
}

/** A pairing that has not ended. `step` is encrypted; it is null while we wait for the network to give the next one. */
export interface PairingsTable {
  connectionId: string
  /** Which session of the connection: an earlier one ends when it finds another here. */
  attempt: string
  step: Buffer | null
  expiresAt: Date
}

/** The chats of an account, as its network reported them. */
export interface ChatsTable {
  accountId: string
  externalId: string
  title: string
  kind: ChatKind
  memberCount: number | null
  topics: ColumnType<Topic[], string | undefined, string>
  canPost: boolean
  /** Kinds that may not be sent there although texts may. */
  refuses: ColumnType<RefusedKind[], RefusedKind[] | undefined, RefusedKind[]>
  lost: GroupLostCode | null
  reason: string | null
  updatedAt: Date
}

/** Which user may see which chat of a shared account. */
export interface ChatProofsTable {
  connectionId: string
  accountId: string
  externalId: string
  provedBy: string
  provedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    connections: ConnectionsTable
    pairingCodes: PairingCodesTable
    pairings: PairingsTable
    chats: ChatsTable
    chatProofs: ChatProofsTable
  }
}
