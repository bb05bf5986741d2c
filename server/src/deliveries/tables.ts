import type { DeliveryStatus, OccurrenceStatus } from '@carillon/contract/deliveries'
import type { OnUnconfirmed } from '@carillon/contract/messages'
import type { ColumnType, Generated } from 'kysely'
import type { Receipt } from '../channels/port.ts'
import type { SkipCode } from './rules.ts'

/** A slot made real. */
export interface OccurrencesTable {
  id: string
  userId: string
  source: 'message' | 'cycle'
  sourceId: string
  scheduleId: string | null
  slotAt: Date | null
  dueAt: Date
  status: OccurrenceStatus
  reason: string | null
  fanOutFrom: number | null
  /** How often in a row its next slice could not be written, and when that is tried again. */
  fanOutFailures: Generated<number>
  fanOutNotBefore: Date | null
  /** Why a person stopped it; what was on the wire then is not tried again. */
  stopped: SkipCode | null
  onUnconfirmed: OnUnconfirmed
  total: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  skipped: Generated<number>
  unconfirmed: Generated<number>
  createdAt: Date
  finishedAt: Date | null
}

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

/** What was sent lately to a group with a cap or a gap. */
export interface GroupSendsTable {
  groupId: string
  occurrenceId: string
  at: Date
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
    occurrences: OccurrencesTable
    deliveries: DeliveriesTable
    groupSends: GroupSendsTable
    laneEntries: LaneEntriesTable
  }
}
