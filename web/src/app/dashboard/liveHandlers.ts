import type { QueryClient } from '@tanstack/react-query'
import type { LiveHandlers } from '../../api/live.ts'
import { session } from '../../api/session/current.ts'
import { forgetMessage, receiveMessage } from '../../features/messages/cache.ts'
import { receiveConnection } from '../../features/telegram/cache.ts'

/** Which feature takes which live event. */
export const liveHandlers = (queryClient: QueryClient): LiveHandlers => ({
  MESSAGE_UPDATED: (payload) =>
    'message' in payload
      ? receiveMessage(queryClient, payload.message)
      : forgetMessage(queryClient, payload.messageId),
  TELEGRAM_STATUS: (payload) => receiveConnection(queryClient, payload),
  NOTIFICATION_CREATED: () => void askAgain(queryClient),
  NOTIFICATION_UPDATED: () => void askAgain(queryClient),
  USER_UPDATED: ({ user }) => session.receive(user),
})

const askAgain = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['notifications'] })
