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
      // Nothing is missed while nobody listens.
      setLiveState(true)
    }
  }, [uid, lapsed, queryClient])
}

/** Whether the session ended under way. */
function useLapsed() {
  const state = useSession()
  return state.status === 'signed-in' && state.lapsed === true
}

/**
 * Reads anew what no event has told: the profile, and everything in the cache. What is shown is asked for
 * one by one as the browser finds time: all at once would hold up a slow phone that has just shown it.
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
