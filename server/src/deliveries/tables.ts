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
  /** A person who knew of the rules of its group tried it again. */
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

/** One try that has been answered, as it is kept with its delivery. */
export type Attempt = {
  number: number
  openedAt: string
  closedAt: string
  outcome: string
  reason: string | null
}

/** A delivery's place in its lane, as long as it has not ended; kept by the table of deliveries. */
export interface LaneEntriesTable {
  accountId: string
  userId: string
  notBefore: Date
  deliveryId: string
}

declare module '../platform/db/database.ts' {
  interface Tables {
    deliveries: DeliveriesTable
    laneEntries: LaneEntriesTable
  }
}
