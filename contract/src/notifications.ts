import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, PageQuery } from './wire.ts'

/** What a notification is about; who wants to can have each kind by e-mail as well. */
export const NotificationKind = z.enum(['deliveries', 'messages', 'groups', 'connections', 'plan'])
export type NotificationKind = z.infer<typeof NotificationKind>

/** An item behind the bell. */
export const Notification = z.object({
  _id: Id,
  kind: NotificationKind,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** When it happened; of several times the last. */
  createdAt: Instant,
  /** How often it happened: the same reason within ten minutes stays one unread item. */
  count: z.number().int().min(1),
  /** Where in the web app it can be looked at or mended: a path, like `/dashboard/telegram-manager`. */
  link: z.string().optional(),
})
export type Notification = z.infer<typeof Notification>

const UnreadCount = z.number().int().min(0)

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List notifications, newest first. The newest 200 of the last 90 days are kept.',
  auth: 'user',
  query: PageQuery,
  data: z.object({
    notifications: z.array(Notification),
    /** Of all that are kept, not only of this page. */
    unreadCount: UnreadCount,
    nextCursor: z.string().nullable(),
  }),
})

/** What the calls that change something answer: how many are unread now. */
const Unread = z.object({ unreadCount: UnreadCount })

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark one as read; marking it again changes nothing.',
  auth: 'user',
  params: z.object({ id: Id }),
  data: Unread,
})

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all as read.',
  auth: 'user',
  data: Unread,
})

export const clearNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/clear-all',
  summary: 'Delete all, read or not.',
  auth: 'user',
  data: Unread,
})

/**
 * A new item, or one that happened again: then its `_id` is known and its `count` has grown. It goes to
 * the front of the list either way.
 */
export const NotificationCreated = z.object({
  notification: Notification,
  unreadCount: UnreadCount,
})

/** Items that were read or cleared, here or elsewhere: those named, or all but those that came since. */
export const NotificationUpdated = z.union([
  z.object({
    ids: z.array(Id),
    change: z.enum(['read', 'cleared']),
    unreadCount: UnreadCount,
  }),
  z.object({
    all: z.literal(true),
    /** Came after that, and stays as it is. */
    except: z.array(Id).optional(),
    change: z.enum(['read', 'cleared']),
    unreadCount: UnreadCount,
  }),
])
