import type { Generated } from 'kysely'

/** What a linked device must remember, sealed with a key that is part of its account's credentials. */
export interface WhatsappSessionsTable {
  id: string
  /** The owner of the account that opened it last; an earlier one writes nothing any more. */
  epoch: Generated<number>
  creds: Buffer
  updatedAt: Date
}

/** `name` is a hash under the session's key, so that no numbers of people stand here. */
export interface WhatsappKeysTable {
  sessionId: string
  name: Buffer
  value: Buffer
}

/** What was sent, kept while phones that cannot open it may ask for it again. */
export interface WhatsappMessagesTable {
  sessionId: string
  id: string
  chat: string
  message: Buffer
  at: Date
  deletedAt: Date | null
}

/** What became of a message, whichever device tried it. */
export interface WhatsappTriesTable {
  accountId: string
  id: string
  /** A hash of what it says, marked where it announces an album. */
  said: string
  state: TryState
  at: Date
  /** The delivery for which members are counted who have it. */
  deliveryId: string | null
}

/** Members who have a message and who have read it, as hashes that differ from message to message. */
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
