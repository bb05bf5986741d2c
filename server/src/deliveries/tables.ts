import type { DeliveryStatus } from '@carillon/contract/deliveries'
import type { ColumnType, Generated } from 'kysely'
import type { StoredReceipt } from './rules.ts'

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
  /** The name of its group when it was planned, if its content varies. */
  addressedAs: string | null
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
  receipt: ColumnType<StoredReceipt | null, string | null, string | null>
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
  /** The content whose formatting was refused. */
  contentId?: string
}

/** An unfinished delivery in its lane. Triggers of the table of deliveries write these rows. */
export interface LaneEntriesTable {
  accountId: string
  userId: string
  notBefore: Date
  deliveryId: string
}

/** What is done with a message after it was sent. */
export type FollowUpKind = 'pin' | 'unpin' | 'edit' | 'delete'

/** The cause: its own content, the next copy of its source, or a person. */
export type FollowUpCause = 'content' | 'next' | 'person'

/** Why it failed; the words for people are in `reason`. */
export type FollowUpCode =
  /** The message is not there any more. */
  | 'gone'
  /** The network no longer lets programs do this. */
  | 'window'
  /** The network did not return a message id. */
  | 'unknown'
  /** The group has become another chat. */
  | 'moved'
  | 'refused'
  /** The network cannot do it; the editor warned of it before it was sent. */
  | 'unsupported'
  /** The network did not answer, or the account could not be used, for too long. */
  | 'unreachable'

/** One follow-up of a delivery; neither done nor with a reason: still to be done. */
export interface FollowUpsTable {
  deliveryId: string
  kind: FollowUpKind
  cause: FollowUpCause
  accountId: string
  userId: string
  occurrenceId: string
  sourceId: string
  chatId: string | null
  contentId: string | null
  changeId: string | null
  notify: Generated<boolean>
  dueAt: Date
  notBefore: Date
  tries: Generated<number>
  /** It may have been done: a try got no answer. */
  doubtful: Generated<boolean>
  doneAt: Date | null
  /** When it was done last, before it was asked again. */
  doneBefore: Date | null
  code: FollowUpCode | null
  reason: string | null
  told: boolean | null
  createdAt: Date
}

/** The current copies of a source: the next ones replace them. */
export interface StandingCopiesTable {
  sourceId: string
  occurrenceId: string
  accountId: string
  groupId: string
  topicId: string | null
  chatId: string | null
}

/** How many members received and read a message; `members`: the number of all, if known. */
export interface DeliveryReceiptsTable {
  deliveryId: string
  delivered: number
  read: number
  members: number | null
}

declare module '../platform/db/database.ts' {
  interface Tables {
    deliveries: DeliveriesTable
    followUps: FollowUpsTable
    laneEntries: LaneEntriesTable
    standingCopies: StandingCopiesTable
    deliveryReceipts: DeliveryReceiptsTable
  }
}
