import {
  cancelSubscription,
  chooseStaying,
  resumeSubscription,
  type Subscription,
} from '@carillon/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { logError } from '../../../api/log.ts'
import { session } from '../../../api/session/current.ts'
import { askUntilAnswered, reportLostAnswer } from '../../../app/retries.ts'
import { toast } from '../../../ui/toast/store.ts'
import { changePlan } from './changePlan.ts'
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

  /** Makes a change, and reads what the plan is then. */
  async function make(change: () => Promise<unknown>, isMade: (what: Subscription) => boolean) {
    await changePlan(change, async () => {
      await session.refresh()
      const state = session.state()
      const what = state.status === 'signed-in' && state.user.subscription
      return what ? isMade(what) : false
    })
    await readAnew()
  }

  const cancel = useMutation({
    mutationFn: async (chosen: Chosen | undefined) => {
      // The choice is saved first: if canceling then fails, the choice does no harm.
      if (chosen) {
        const choose = () => call(chooseStaying, { body: chosen })
        queryClient.setQueryData(STAYING, await askUntilAnswered(choose))
      }
      await make(
        () => call(cancelSubscription),
        ({ endsAt }) => endsAt !== null,
      )
    },
    onSuccess: () =>
      toast({ title: 'Success', description: 'Your subscription has been cancelled.' }),
    onError: (error) =>
      reportLostAnswer(error) || fail('Failed to cancel subscription. Please try again.', error),
  })
  const resume = useMutation({
    mutationFn: () =>
      make(
        () => call(resumeSubscription),
        ({ endsAt }) => endsAt === null,
      ),
    onSuccess: () => toast({ title: 'Subscription resumed', description: 'Pro goes on.' }),
    onError: (error) =>
      reportLostAnswer(error) ||
      fail('The subscription could not be resumed. Please try again.', error),
  })
  return { portal, cancel, resume }
}
