import type { Notification } from '@carillon/contract/notifications'
import type { NotificationRow } from './store.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  message: row.message,
  isRead: row.readAt !== null,
  createdAt: row.createdAt.toISOString(),
  count: row.count,
  ...(row.link ? { link: row.link } : {}),
})
