import { listNotifications } from '@carillon/contract/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { logError } from '../../api/log.ts'

/** Where the notifications stand in the query cache. */
export const NOTIFICATIONS = ['notifications']

/** What is behind the bell, page after page; asked for only while `enabled`. */
export const useNotifications = (enabled = true) =>
  useInfiniteQuery({
    enabled,
    queryKey: NOTIFICATIONS,
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await call(
          listNotifications,
          { query: pageParam ? { cursor: pageParam } : {} },
          { signal },
        )
      } catch (error) {
        if (!signal.aborted) logError('Failed to fetch notifications', error)
        throw error
      }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
