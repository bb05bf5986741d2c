import type {
  MessageKind,
  MessageStatus,
  OnUnconfirmed,
  Overlap,
} from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { Attention } from '@carillon/contract/wire'
import type { ColumnType, Generated } from 'kysely'

/** Content sent to groups by a schedule. */
export interface MessagesTable {
  id: string
  userId: string
  kind: MessageKind
  title: string | null
  status: MessageStatus
  /** Whether it is a test message: it is deleted after some days. */
  trial: Generated<boolean>
  contentId: string
  /** As the user entered it; a draft may have none. */
  schedule: ColumnType<Schedule | null, string | null, string | null>
  catchUpMinutes: number
  onUnconfirmed: OnUnconfirmed
  overlap: Generated<Overlap>
  /** After how many failed occurrences in a row it pauses itself; 0 for never. */
  pauseAfterFailures: Generated<number>
  pausedUntil: Date | null
  attention: ColumnType<Attention | null, string | null, string | null>
  nextAt: Date | null
  /** How many runs of it there were. */
  runs: Generated<number>
  rev: Generated<number>
  /** The rev of the last edit by a person. */
  editedRev: Generated<number>
  /** The attempt of the save that sent it last, as the device calls it. */
  sentBy: string | null
  /** When it was deleted. It can still be restored, but everything else ignores it. */
  deletedAt: Date | null
  createdAt: ColumnType<Date, Date, never>
  updatedAt: Date
}

/** The groups of a message, in the order they were chosen. */
export interface MessageGroupsTable {
  messageId: string
  groupId: string
  position: number
  /** Empty for the group itself (General). */
  topics: Generated<string[]>
}

declare module '../platform/db/database.ts' {
  interface Tables {
    messages: MessagesTable
    messageGroups: MessageGroupsTable
  }
}
