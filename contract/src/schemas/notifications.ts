import { z } from 'zod'
import { Id, Instant } from './wire.ts'

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

export const Notifications = z.object({
  notifications: z.array(Notification),
  /** Of all that are kept, not only of this page. */
  unreadCount: UnreadCount,
  nextCursor: z.string().nullable(),
})

/** What the calls that change something answer: how many are unread now. */
export const Unread = z.object({ unreadCount: UnreadCount })

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
