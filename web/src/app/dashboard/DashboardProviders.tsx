import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { logError } from '../../api/log.ts'
import { createQueryClient } from '../../api/queryClient.ts'
import { session } from '../../api/session/current.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Toasts } from '../../ui/toast/Toasts.tsx'
import { liveHandlers } from './liveHandlers.ts'
import { setLiveState } from './liveState.ts'

/** The cache, the live events and the toasts of the signed-in person. */
export function DashboardProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useLive(queryClient)
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  )
}

/** Keeps the cache in step with the server. The client for it is loaded once somebody is signed in. */
function useLive(queryClient: QueryClient) {
  const { uid } = useUser()
  useEffect(() => {
    let stop = () => {}
    let left = false
    import('../../api/live.ts').then(
      ({ startLive }) => {
        if (left) return
        stop = startLive({
          uid,
          getToken: (renew) => session.getToken(renew),
          handlers: liveHandlers(queryClient),
          onConnect: () => void queryClient.invalidateQueries(),
          onState: setLiveState,
        })
      },
      (error: unknown) => logError('Live updates could not be loaded.', error),
    )
    return () => {
      left = true
      stop()
    }
  }, [uid, queryClient])
}
