import type { Notification } from '@carillon/contract/notifications'
import { wholeMessage } from './rules.ts'
import type { NotificationRow } from './store.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  message: wholeMessage(row),
  isRead: row.readAt !== null,
  createdAt: row.createdAt.toISOString(),
  count: row.count,
  ...(row.link ? { link: row.link } : {}),
})
