import { getDelivery } from '@carillon/contract/deliveries'
import { checkGroup, type Group, testGroup, updateGroup } from '@carillon/contract/groups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { withPatience } from '../../app/patience.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { toast } from '../../ui/toast/store.ts'
import { receiveGroup, refetchGroups } from './cache.ts'
import { groupWords } from './words.ts'

/** How often, in milliseconds, and how many times to ask for the result of a test message. */
const LOOK_EVERY_MS = 1_000
const LOOKS_MAX = 20

/** What can be done with a chosen group; a toast shows every result. */
export function useGroupActions(group: Group) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: group.id }

  const check = useMutation({
    mutationFn: () => withPatience(() => call(checkGroup, { params })),
    onSuccess: (checked) => {
      receiveGroup(queryClient, checked)
      const { label, meaning } = groupWords[checked.status]
      toast({ title: `${checked.title}: ${label}`, description: checked.reason ?? meaning })
    },
    onError: (error) => tellRefusal(error, `${group.title} could not be checked`),
  })

  const test = useMutation({
    mutationFn: async () => {
      const sent = await withPatience(() => call(testGroup, { params }, { once: true }))
      return follow(sent.deliveryId)
    },
    onSuccess: (result) => {
      toast({ ...result, title: `Test message to ${group.title}` })
      return refetchGroups(queryClient)
    },
    onError: (error) => tellRefusal(error, 'The test message was not sent'),
  })

  const mute = useMutation({
    mutationFn: (muted: boolean) => call(updateGroup, { params, body: { rev: group.rev, muted } }),
    onSuccess: (next) => receiveGroup(queryClient, next),
    onError: (error) => tellRefusal(error, `${group.title} could not be changed`),
  })

  return {
    check: () => check.mutate(),
    test: () => test.mutate(),
    mute: (muted: boolean) => mute.mutate(muted),
    busy: check.isPending || test.isPending || mute.isPending,
  }
}

/** Waits for the result of a test message. It belongs to no message, so no live event reports it. */
async function follow(deliveryId: string, looks = 1): Promise<TestResult> {
  const { status, reason } = await call(getDelivery, { params: { id: deliveryId } })
  if (status === 'sent') return { description: 'Sent. It is in the group now.' }
  if (status === 'failed' || status === 'skipped') {
    return { variant: 'destructive', description: reason ?? 'It could not be sent.' }
  }
  if (status === 'unconfirmed') {
    return { description: 'It may have been sent: the answer was lost. Look into the group.' }
  }
  if (looks >= LOOKS_MAX) return { description: reason ?? 'It is still waiting for its turn.' }
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return follow(deliveryId, looks + 1)
}

type TestResult = { variant?: 'destructive'; description: string }
