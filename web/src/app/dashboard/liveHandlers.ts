import type { QueryClient } from '@tanstack/react-query'
import type { LiveHandlers } from '../../api/live.ts'
import { session } from '../../api/session/current.ts'
import { forgetMessage, receiveMessage } from '../../features/messages/cache.ts'
import { receiveCreated, receiveUpdated } from '../../features/notifications/receive.ts'
import { receiveConnection } from '../../features/connections/cache.ts'
import { browserHistory } from '../navigation/browserHistory.ts'

// Loaded with the first event of a cycle: most pages show none.
const cycles = () => import('../../features/cycles/cache.ts')

/** The handler of each live event. */
export const liveHandlers = (queryClient: QueryClient): LiveHandlers => ({
  MESSAGE_UPDATED: (payload) =>
    'message' in payload
      ? receiveMessage(queryClient, payload.message)
      : forgetMessage(queryClient, payload.messageId),
  CYCLE_UPDATE: (payload) =>
    void cycles().then(
      ({ forgetCycle, receiveCycle }) =>
        'cycle' in payload
          ? receiveCycle(queryClient, payload.cycle)
          : forgetCycle(queryClient, payload.cycleId),
      // The code cannot be loaded: all data is reloaded once the server is back.
      () => {},
    ),
  TELEGRAM_STATUS: (payload) => receiveConnection(queryClient, payload),
  WHATSAPP_STATUS: (payload) => receiveConnection(queryClient, payload),
  NOTIFICATION_CREATED: (payload) =>
    receiveCreated(
      queryClient,
      payload,
      (path) => browserHistory.navigator.push(path),
      browserHistory.present().location.pathname,
    ),
  NOTIFICATION_UPDATED: (payload) => receiveUpdated(queryClient, payload),
  USER_UPDATED: ({ user }) => session.receive(user),
})
