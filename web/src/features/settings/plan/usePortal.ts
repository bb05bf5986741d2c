import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isApiError } from '../../../api/errors.ts'
import { logError } from '../../../api/log.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { toast } from '../../../ui/toast/store.ts'

/** Opens the provider's own pages: invoices, and how somebody pays. */
export function usePortal() {
  const { subscription } = useUser()
  const leaving = useUnmountSignal()
  const portal = useMutation({
    // Few open it.
    mutationFn: async () => (await import('./ask.ts')).askForPortal(),
    onSuccess: ({ portalUrl }) => leaving.go(portalUrl),
    onError: (error) => {
      // Somebody who pays nothing may never have paid.
      if (!subscription && isApiError(error, 'conflict'))
        toast({ title: 'No invoices', description: error.message })
      else fail('Failed to get customer portal URL. Please try again.', error)
    },
  })
  return { ...portal, isPending: portal.isPending || leaving.isGone }
}

/** Says that a step of billing failed. */
export function fail(description: string, error: unknown) {
  logError(description, error)
  toast({ variant: 'destructive', title: 'Error', description })
}

/** Opens another site. After Back the button can be pressed again. */
function useUnmountSignal() {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setGone(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  return {
    isGone,
    go: (url: string) => {
      setGone(true)
      location.assign(url)
    },
  }
}
