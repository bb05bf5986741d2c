import { checkGroup, type Group, swapInGroup, testGroup } from '@carillon/contract/groups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { withRateLimitRetry } from '../../app/retries.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { toast } from '../../ui/toast/store.ts'
import { receiveGroup, refetchGroups } from './cache.ts'
import { changeGroup } from './changes.ts'
import { useSendTest } from './useSendTest.ts'
import { groupWords } from './words.ts'

/**
 * What can be done with a chosen group. A toast shows the result of a check or a test, and every failure. `waits`: why
 * its account cannot send now.
 */
export function useGroupActions(group: Group, waits?: string) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: group.id }

  const check = useMutation({
    mutationFn: () => withRateLimitRetry(() => call(checkGroup, { params })),
    onSuccess: showState,
    onError: (error) => tellRefusal(error, `${group.title} could not be checked`),
  })

  const test = useSendTest({
    to: group.id,
    title: `Test message to ${group.title}`,
    send: () => call(testGroup, { params }, { once: true }),
    onDone: () => refetchGroups(queryClient),
  })

  const mute = useMutation({
    mutationFn: (muted: boolean) => changeGroup(group, { muted }),
    onSuccess: (next) => receiveGroup(queryClient, next),
    onError: (error) => tellRefusal(error, `${group.title} could not be changed`),
  })

  const swapIn = useMutation({
    mutationFn: () => call(swapInGroup, { params }),
    onSuccess: async (next) => {
      showState(next)
      // The one that is suspended instead.
      await refetchGroups(queryClient)
    },
    onError: (error) => tellRefusal(error, `${group.title} could not be used instead`),
  })

  function showState(next: Group) {
    receiveGroup(queryClient, next)
    const { label, meaning } =
      next.status === 'active' && waits
        ? { label: waits, meaning: 'The group allows messages, but its account cannot send now.' }
        : groupWords[next.status]
    toast({ title: `${next.title}: ${label}`, description: next.reason ?? meaning })
  }

  return {
    check: () => check.mutate(),
    test: () => test.sendTest(),
    mute: (muted: boolean) => mute.mutate(muted),
    /** Whether it is done or refused is told. */
    swapIn: () => swapIn.mutateAsync().catch(() => undefined),
    busy: check.isPending || test.isSending || mute.isPending || swapIn.isPending,
  }
}
