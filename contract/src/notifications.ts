import { endpoint } from './endpoint.ts'

export type { NotificationKind, Notification } from './schemas/notifications.ts'

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List notifications, newest first. The newest 200 of the last 90 days are kept.',
  auth: 'user',
  query: 'PageQuery',
  data: 'Notifications',
})

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark one notification as read; a second call changes nothing.',
  auth: 'user',
  params: 'IdParams',
  data: 'Unread',
})

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all as read.',
  auth: 'user',
  data: 'Unread',
})

export const clearNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/clear-all',
  summary: 'Delete all, read or not.',
  auth: 'user',
  data: 'Unread',
})
