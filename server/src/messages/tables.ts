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
  /** Whether it only tries a group: it is forgotten after some days. */
  trial: Generated<boolean>
  contentId: string
  /** As it was entered; a draft may have none. */
  schedule: ColumnType<Schedule | null, string | null, string | null>
  catchUpMinutes: number
  onUnconfirmed: OnUnconfirmed
  overlap: Generated<Overlap>
  /** Occurrences in a row that fail before it pauses itself; 0 for never. */
  pauseAfterFailures: Generated<number>
  pausedUntil: Date | null
  attention: ColumnType<Attention | null, string | null, string | null>
  nextAt: Date | null
  rev: Generated<number>
  /** Its rev after a person's last change. */
  editedRev: Generated<number>
  /** Set while it can be restored: it is not there for anything else. */
  deletedAt: Date | null
  createdAt: ColumnType<Date, Date, never>
  updatedAt: Date
}

/** Which groups a message goes to, in the order they were chosen. */
export interface MessageGroupsTable {
  messageId: string
  groupId: string
  position: number
  /** None: the group itself (General). */
  topics: Generated<string[]>
}

declare module '../platform/db/database.ts' {
  interface Tables {
    messages: MessagesTable
    messageGroups: MessageGroupsTable
  }
}
