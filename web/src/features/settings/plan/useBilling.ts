import {
  cancelSubscription,
  chooseStaying,
  openPortal,
  resumeSubscription,
} from '@carillon/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { logError } from '../../../api/log.ts'
import { session } from '../../../api/session/current.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { toast } from '../../../ui/toast/store.ts'
import { type Chosen, STAYING } from './staying.ts'

/** What can be done with a subscription. Most failures have a fixed text (docs/acceptance.md). */
export function useBilling() {
  const { subscription } = useUser()
  const queryClient = useQueryClient()
  const leaving = useLeaving()
  /** What the server now says of the plan shows at once, also where no live event arrives. */
  const readAnew = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: STAYING }),
      session
        .refresh()
        .catch((error: unknown) => logError('The profile could not be read.', error)),
    ])
  }

  const portal = useMutation({
    mutationFn: () => call(openPortal),
    onSuccess: ({ portalUrl }) => leaving.go(portalUrl),
    onError: (error) => {
      // Somebody who pays nothing may never have paid.
      if (!subscription && isApiError(error, 'conflict'))
        toast({ title: 'No invoices', description: error.message })
      else fail('Failed to get customer portal URL. Please try again.', error)
    },
  })
  const cancel = useMutation({
    mutationFn: async (chosen: Chosen | undefined) => {
      // The choice is saved first: if canceling then fails, the choice does no harm.
      if (chosen) queryClient.setQueryData(STAYING, await call(chooseStaying, { body: chosen }))
      await call(cancelSubscription)
      await readAnew()
    },
    onSuccess: () =>
      toast({ title: 'Success', description: 'Your subscription has been cancelled.' }),
    onError: (error) => fail('Failed to cancel subscription. Please try again.', error),
  })
  const resume = useMutation({
    mutationFn: async () => {
      await call(resumeSubscription)
      await readAnew()
    },
    onSuccess: () => toast({ title: 'Subscription resumed', description: 'Pro goes on.' }),
    onError: (error) => fail('The subscription could not be resumed. Please try again.', error),
  })
  return { portal: { ...portal, isPending: portal.isPending || leaving.isGone }, cancel, resume }
}

function fail(description: string, error: unknown) {
  logError(description, error)
  toast({ variant: 'destructive', title: 'Error', description })
}

/** Opens another site. After Back the button can be pressed again. */
function useLeaving() {
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
