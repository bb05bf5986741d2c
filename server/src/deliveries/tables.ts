import type { DeliveryStatus } from '@carillon/contract/deliveries'
import type { ColumnType, Generated } from 'kysely'
import type { Receipt } from '../channels/port/sending.ts'

/** One part of an occurrence to one group or topic. */
export interface DeliveriesTable {
  id: string
  occurrenceId: string
  userId: string
  accountId: string
  groupId: string
  topicId: string | null
  part: Generated<number>
  contentId: string
  dueAt: Date
  expiresAt: Date
  status: DeliveryStatus
  notBefore: Date
  attempt: Generated<number>
  openedAt: Date | null
  epoch: number | null
  tries: Generated<number>
  doubtful: Generated<boolean>
  /** A person who knew the rules of its group retried it. */
  ignoresRules: Generated<boolean>
  code: string | null
  reason: string | null
  receipt: ColumnType<Receipt | null, string | null, string | null>
  sentAt: Date | null
  attempts: ColumnType<Attempt[], string | undefined, string>
  rev: Generated<number>
  createdAt: Date
  updatedAt: Date
}

/** One attempt that was answered, as it is stored with its delivery. */
export type Attempt = {
  number: number
  openedAt: string
  closedAt: string
  outcome: string
  reason: string | null
}

/** The place of an unfinished delivery in its lane; kept by triggers of the table of deliveries. */
export interface LaneEntriesTable {
  accountId: string
  userId: string
  notBefore: Date
  deliveryId: string
}

/** A copy that the next one in its group replaces: removed, not removable, or still to be removed. */
export interface DeliveryRemovalsTable {
  deliveryId: string
  /** The occurrence of the copy that replaces it. */
  occurrenceId: string
  removedAt: Date | null
  reason: string | null
  tries: Generated<number>
  notBefore: Date | null
  createdAt: Date
}

/** Where copies of an occurrence stand until the next ones of its source replace them. */
export interface StandingCopiesTable {
  sourceId: string
  occurrenceId: string
  accountId: string
  groupId: string
  topicId: string | null
  chatId: string | null
}

declare module '../platform/db/database.ts' {
  interface Tables {
    deliveries: DeliveriesTable
    deliveryRemovals: DeliveryRemovalsTable
    laneEntries: LaneEntriesTable
    standingCopies: StandingCopiesTable
  }
}
