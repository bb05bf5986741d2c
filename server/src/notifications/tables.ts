import type { NotificationKind } from '@carillon/contract/notifications'
import type { Generated } from 'kysely'

/** An item behind the bell. */
export interface NotificationsTable {
  id: string
  userId: string
  kind: NotificationKind
  /** A later event with this reason joins the item; null once the item was read or is older than ten minutes. */
  reason: string | null
  title: string
  message: string
  /** Other sentences, said after the message: they stay when the message changes. Empty without any. */
  appended: Generated<string>
  link: string | null
  count: Generated<number>
  /** The occurrence that it tells of, while it tells of that one alone. */
  about: string | null
  readAt: Date | null
  /** When it happened first, and last. */
  openedAt: Date
  createdAt: Date
  rev: Generated<number>
}

declare module '../platform/db/database.ts' {
  interface Tables {
    notifications: NotificationsTable
  }
}
