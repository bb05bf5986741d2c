import type { QueryClient } from '@tanstack/react-query'
import type { LiveHandlers } from '../../api/live.ts'
import { session } from '../../api/session/current.ts'
import { forgetCycle, receiveCycle } from '../../features/cycles/cache.ts'
import { forgetMessage, receiveMessage } from '../../features/messages/cache.ts'
import { receiveCreated, receiveUpdated } from '../../features/notifications/receive.ts'
import { receiveConnection } from '../../features/connections/cache.ts'
import { browserHistory } from '../navigation/browserHistory.ts'

/** Which feature takes which live event. */
export const liveHandlers = (queryClient: QueryClient): LiveHandlers => ({
  MESSAGE_UPDATED: (payload) =>
    'message' in payload
      ? receiveMessage(queryClient, payload.message)
      : forgetMessage(queryClient, payload.messageId),
  CYCLE_UPDATE: (payload) =>
    'cycle' in payload
      ? receiveCycle(queryClient, payload.cycle)
      : forgetCycle(queryClient, payload.cycleId),
  TELEGRAM_STATUS: (payload) => receiveConnection(queryClient, payload),
  WHATSAPP_STATUS: (payload) => receiveConnection(queryClient, payload),
  NOTIFICATION_CREATED: (payload) =>
    receiveCreated(queryClient, payload, (path) => browserHistory.navigator.push(path)),
  NOTIFICATION_UPDATED: (payload) => receiveUpdated(queryClient, payload),
  USER_UPDATED: ({ user }) => session.receive(user),
})
