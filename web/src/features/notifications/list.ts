import type { listNotifications, Notification } from '@carillon/contract/notifications'
import type { DataOf } from '@carillon/contract/endpoint'
import type { LivePayload } from '@carillon/contract/live'
import type { InfiniteData } from '@tanstack/react-query'

/** What the bell knows: page after page, newest first. How many are unread stands on the first. */
export type NotificationList = InfiniteData<DataOf<typeof listNotifications>>

type Created = LivePayload<'NOTIFICATION_CREATED'>
type Updated = LivePayload<'NOTIFICATION_UPDATED'>

export const notificationsIn = (list: NotificationList): Notification[] =>
  list.pages.flatMap((page) => page.notifications)

export const unreadIn = (list: NotificationList): number => list.pages[0]?.unreadCount ?? 0

/** Whether this very state of the item is there already: a live event may come twice. */
export const isKnown = (list: NotificationList, item: Notification) =>
  notificationsIn(list).some(
    ({ _id, count, isRead, title, message }) =>
      _id === item._id &&
      count === item.count &&
      isRead === item.isRead &&
      title === item.title &&
      message === item.message,
  )

/** Whether it only says more of what was told and is unread: it did not happen again. */
export const isReworded = (list: NotificationList, { _id, count }: Notification) =>
  notificationsIn(list).some((item) => item._id === _id && item.count === count && !item.isRead)

/** The item first, whether it is new or happened again. */
export function withCreated(list: NotificationList, event: Created): NotificationList {
  if (isKnown(list, event.notification)) return list
  const others = without(list, (item) => item._id === event.notification._id)
  return withUnread(
    {
      ...others,
      pages: others.pages.map((page, index) =>
        index > 0 ? page : { ...page, notifications: [event.notification, ...page.notifications] },
      ),
    },
    event.unreadCount,
  )
}

/** The items that were read or cleared, on this device or another. */
export function withUpdated(list: NotificationList, event: Updated): NotificationList {
  const concerns = (item: Notification) =>
    'ids' in event ? event.ids.includes(item._id) : !event.except?.includes(item._id)
  const next = event.change === 'read' ? read(list, concerns) : without(list, concerns)
  return withUnread(next, event.unreadCount)
}

/** One more that was read; the count never falls below zero. */
export const withRead = (list: NotificationList, id: string): NotificationList =>
  withUnread(
    read(list, (item) => item._id === id),
    unreadIn(list) - 1,
  )

export const withAllRead = (list: NotificationList): NotificationList =>
  withUnread(
    read(list, () => true),
    0,
  )

export const withNone = (list: NotificationList): NotificationList => ({
  pages: list.pages
    .slice(0, 1)
    .map((page) => ({ ...page, notifications: [], unreadCount: 0, nextCursor: null })),
  pageParams: list.pageParams.slice(0, 1),
})

const withUnread = (list: NotificationList, unreadCount: number): NotificationList => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, unreadCount: Math.max(0, unreadCount) })),
})

const read = (
  list: NotificationList,
  which: (item: Notification) => boolean,
): NotificationList => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((item) =>
      which(item) && !item.isRead ? { ...item, isRead: true } : item,
    ),
  })),
})

const without = (
  list: NotificationList,
  which: (item: Notification) => boolean,
): NotificationList => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter((item) => !which(item)),
  })),
})
