import type { Generated } from 'kysely'

/** The state of a linked device, sealed with a key that is part of its account's credentials. */
export interface WhatsappSessionsTable {
  id: string
  /** The owner of the account that opened it last; earlier owners cannot write. */
  epoch: Generated<number>
  creds: Buffer
  updatedAt: Date
}

/** `name` is a hash under the session's key, so that no phone numbers are stored here. */
export interface WhatsappKeysTable {
  sessionId: string
  name: Buffer
  value: Buffer
}

/** Sent messages, kept while phones that cannot open them may ask for them again. */
export interface WhatsappMessagesTable {
  sessionId: string
  id: string
  chat: string
  message: Buffer
  at: Date
  deletedAt: Date | null
}

/** The state of a message's tries, whichever device tried it. */
export interface WhatsappTriesTable {
  accountId: string
  id: string
  /** A hash of what it says, marked where it announces an album. */
  said: string
  state: TryState
  at: Date
  /** The delivery whose member receipts are counted. */
  deliveryId: string | null
}

/** Members who have got a message and who have read it, as hashes that differ from message to message. */
export interface WhatsappReceiptsTable {
  accountId: string
  id: string
  delivered: number[]
  read: number[]
}

/** `doubtful`: it may have arrived; `unsent`: it certainly has not; `acked`: the network confirmed it. */
export type TryState = 'doubtful' | 'unsent' | 'acked'

declare module '../../platform/db/database.ts' {
  interface Tables {
    whatsappSessions: WhatsappSessionsTable
    whatsappKeys: WhatsappKeysTable
    whatsappMessages: WhatsappMessagesTable
    whatsappTries: WhatsappTriesTable
    whatsappReceipts: WhatsappReceiptsTable
  }
}
