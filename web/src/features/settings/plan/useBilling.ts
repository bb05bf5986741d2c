import { cancelSubscription, chooseStaying, resumeSubscription } from '@carillon/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { logError } from '../../../api/log.ts'
import { session } from '../../../api/session/current.ts'
import { toast } from '../../../ui/toast/store.ts'
import { type Chosen, STAYING } from './staying.ts'
import { fail, usePortal } from './usePortal.ts'

/** What can be done with a subscription. Most failures have a fixed text (docs/acceptance.md). */
export function useBilling() {
  const queryClient = useQueryClient()
  const portal = usePortal()
  /** What the server now says of the plan shows at once, also where no live event arrives. */
  const readAnew = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: STAYING }),
      session
        .refresh()
        .catch((error: unknown) => logError('The profile could not be read.', error)),
    ])
  }

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
  return { portal, cancel, resume }
}
