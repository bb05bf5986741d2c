import {
  clearNotifications,
  readAllNotifications,
  readNotification,
} from '@carillon/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { askAgain, isAsking } from '../../api/askAgain.ts'
import { call } from '../../api/call.ts'
import { errorWords } from '../../api/errors.ts'
import { logError } from '../../api/log.ts'
import { toast } from '../../ui/toast/store.ts'
import {
  type NotificationList,
  notificationsIn,
  unreadIn,
  withAllRead,
  withNone,
  withRead,
} from './list.ts'
import { NOTIFICATIONS } from './queries.ts'

/**
 * The actions of the bell. Each shows its result at once, and undoes it with a toast if the server fails; the returned
 * promise is then rejected.
 */
export function useBellActions() {
  const queryClient = useQueryClient()
  const present = () => queryClient.getQueryData<NotificationList>(NOTIFICATIONS)

  async function act(
    next: (list: NotificationList) => NotificationList,
    work: () => Promise<unknown>,
    failure: string,
  ) {
    const before = present()
    // An answer that is on its way does not contain this change yet.
    const asking = isAsking(queryClient, NOTIFICATIONS)
    if (asking) void queryClient.cancelQueries({ queryKey: NOTIFICATIONS })
    if (before) queryClient.setQueryData<NotificationList>(NOTIFICATIONS, next(before))
    const seen = present()
    try {
      await work()
      if (asking) void askAgain(queryClient, NOTIFICATIONS)
    } catch (error) {
      logError(failure, error)
      // Items that arrived meanwhile are not removed; the server's answer decides.
      if (present() === seen) queryClient.setQueryData(NOTIFICATIONS, before)
      void askAgain(queryClient, NOTIFICATIONS)
      throw error
    }
  }

  const isUnread = (id: string) => {
    const list = present()
    return !list || notificationsIn(list).some((item) => item._id === id && !item.isRead)
  }

  return {
    /** Does nothing for one that was read already. */
    markRead: async (id: string) => {
      if (!isUnread(id)) return
      await act(
        (list) => withRead(list, id),
        () => call(readNotification, { params: { id } }),
        'Failed to mark the notification as read',
      )
    },

    markAllRead: async () => {
      const list = present()
      if (list && unreadIn(list) === 0) return
      await act(
        withAllRead,
        () => call(readAllNotifications),
        'Failed to mark all notifications as read',
      )
    },

    clearAll: () =>
      act(withNone, () => call(clearNotifications), 'Failed to clear the notifications'),
  }
}

/** For a press: whoever pressed learns why it was taken back. */
export const withErrorToast = (work: Promise<void>, title: string) =>
  void work.catch((error: unknown) =>
    toast({ variant: 'destructive', title, description: errorWords(error) }),
  )
