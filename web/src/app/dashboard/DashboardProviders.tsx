import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { askAgain } from '../../api/askAgain.ts'
import { startLive } from '../../api/live.ts'
import { logError } from '../../api/log.ts'
import { createQueryClient } from '../../api/queryClient.ts'
import { session } from '../../api/session/current.ts'
import { useSession, useUser } from '../../api/session/useSession.ts'
import { whenIdle } from '../../ui/idle.ts'
import { FieldZone } from '../../ui/time/zone.ts'
import { Toasts } from '../../ui/toast/Toasts.tsx'
import { TooltipProvider } from '../../ui/Tooltip.tsx'
import { liveHandlers } from './liveHandlers.ts'
import { setLiveState } from './liveState.ts'

/** The cache, the live events and the toasts of the signed-in person. */
export function DashboardProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useLive(queryClient)
  const { timeZone } = useUser()
  return (
    <QueryClientProvider client={queryClient}>
      <FieldZone value={timeZone}>
        <TooltipProvider>{children}</TooltipProvider>
      </FieldZone>
      <Toasts />
    </QueryClientProvider>
  )
}

/** Keeps the cache in step with the server, as long as the session lasts. */
function useLive(queryClient: QueryClient) {
  const { uid } = useUser()
  const lapsed = useLapsed()
  useEffect(() => {
    if (lapsed) return
    setLiveState(false)
    const stop = startLive({
      uid,
      getToken: (renew) => session.getToken(renew),
      handlers: liveHandlers(queryClient),
      onConnect: () => void catchUp(queryClient),
      onState: setLiveState,
    })
    return () => {
      stop()
      // Without a live connection no updates are missed.
      setLiveState(true)
    }
  }, [uid, lapsed, queryClient])
}

/** Whether the session has lapsed. */
function useLapsed() {
  const state = useSession()
  return state.status === 'signed-in' && state.lapsed === true
}

/**
 * Reloads what events may have missed: the profile, and everything in the cache. Visible queries are reloaded one by one
 * when the browser is idle: all at once would block a slow phone.
 */
async function catchUp(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ refetchType: 'none' })
  for (const { queryKey } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    whenIdle(() => void askAgain(queryClient, queryKey))
  }
  try {
    await session.refresh()
  } catch (error) {
    logError('The profile could not be read.', error)
  }
}
