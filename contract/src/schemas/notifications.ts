import { z } from 'zod'
import { Id, Instant } from './wire.ts'

/** What a notification is about. Users can choose to get each kind by e-mail as well. */
export const NotificationKind = z.enum(['deliveries', 'messages', 'groups', 'connections', 'plan'])
export type NotificationKind = z.infer<typeof NotificationKind>

/** An item behind the bell. */
export const Notification = z.object({
  _id: Id,
  kind: NotificationKind,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** When it happened; if it happened several times: the last. */
  createdAt: Instant,
  /** How often it happened: the same reason within ten minutes stays one unread item. */
  count: z.number().int().min(1),
  /** Path of the page of the web app where it is shown or can be fixed, like `/dashboard/telegram-manager`. */
  link: z.string().optional(),
})
export type Notification = z.infer<typeof Notification>

const UnreadCount = z.number().int().min(0)

export const Notifications = z.object({
  notifications: z.array(Notification),
  /** Counts all stored notifications, not only this page. */
  unreadCount: UnreadCount,
  nextCursor: z.string().nullable(),
})

/** The response of calls that change something: how many are unread now. */
export const Unread = z.object({ unreadCount: UnreadCount })

/**
 * A new item, or one that happened again: then its `_id` is known and its `count` is larger. In both cases it goes to
 * the front of the list.
 */
export const NotificationCreated = z.object({
  notification: Notification,
  unreadCount: UnreadCount,
})

/** Items that were read or cleared, on any device: the named ones, or all except newer ones. */
export const NotificationUpdated = z.union([
  z.object({
    ids: z.array(Id),
    change: z.enum(['read', 'cleared']),
    unreadCount: UnreadCount,
  }),
  z.object({
    all: z.literal(true),
    /** Newer items that are not changed. */
    except: z.array(Id).optional(),
    change: z.enum(['read', 'cleared']),
    unreadCount: UnreadCount,
  }),
])
