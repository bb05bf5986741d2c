import { channelFacts } from '@carillon/contract/channels'
import type { Connection } from '@carillon/contract/connections'
import {
  canRetry,
  type Delivery,
  listDeliveries,
  retryDelivery,
} from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { changeWithRetries } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { count } from '../../../ui/words.ts'
import { useConnectionsById } from '../../connections/queries.ts'
import { wayBack } from '../../connections/words.ts'
import { useGroups } from '../../groups/queries.ts'
import { WatchMessage } from '../actions/WatchMessage.tsx'
import { cameLater, deliveriesKey, refetchDeliveries } from '../../series/deliveries.ts'

type Tried = Pick<Message, 'id' | 'occurrence' | 'attention' | 'groupIds' | 'groupCount'>

/** Whether copies of the last send of a message failed and none is on its way. */
export const canRetryFailed = ({ occurrence, attention }: Tried): boolean =>
  attention !== undefined &&
  occurrence !== null &&
  occurrence.status !== 'sending' &&
  occurrence.failed > 0

type RetryFailedProps = { message: Tried; size?: 'sm' }

/**
 * Retries the failed copies of the last send of a message. If all of their accounts must be connected first, it shows
 * only the link to that, because a retry would fail again. The same is true if all of their groups were removed.
 */
export function RetryFailed({ message, size }: RetryFailedProps) {
  const { id, occurrence, groupIds, groupCount } = message
  const lostOf = useLost()
  const some = groupIds.some(lostOf) || (occurrence?.total ?? 0) > groupCount
  const failed = useQuery({
    queryKey: [...deliveriesKey(id), 'failed', occurrence?.id, occurrence?.failed],
    queryFn: () => failedOf(occurrence?.id ?? ''),
    // Otherwise every failed copy can be retried.
    enabled: some,
  })
  if (some && failed.isPending) return null
  const lost = failed.data?.map(({ groupId }) => lostOf(groupId)).find(Boolean)
  const isTried = !failed.data?.every((one) => isHopeless(one, lostOf))
  return (
    <>
      {isTried && <Retry message={message} lostOf={lostOf} {...(size ? { size } : {})} />}
      {lost && <WayBack to={lost} {...(size ? { size } : {})} />}
    </>
  )
}

type Failed = Pick<Delivery, 'id' | 'groupId' | 'obstacle'>

/** Whether a retry would fail as well. */
const isHopeless = ({ groupId, obstacle }: Failed, lostOf: ReturnType<typeof useLost>) =>
  obstacle !== undefined || lostOf(groupId) !== undefined

/** The way to connect an account again. */
export const WayBack = ({ to, size }: { to: Connection; size?: 'sm' }) => (
  <Link to={channelFacts[to.channel].managerPath} className={buttonClasses(size ? { size } : {})}>
    {wayBack(to)}
  </Link>
)

/** Returns the connection of a group that must be connected again before anything can be sent there. */
export function useLost(): (groupId: string) => Connection | undefined {
  const groups = useGroups().data?.items
  const connections = useConnectionsById()
  return (groupId) => {
    const group = groups?.find(({ id }) => id === groupId)
    const connection = group && connections.get(group.connectionId)
    return connection && wayBack(connection) ? connection : undefined
  }
}

type RetryProps = RetryFailedProps & { lostOf: ReturnType<typeof useLost> }

/** Retries all copies in reachable groups, one after the other. */
function Retry({ message, size, lostOf }: RetryProps) {
  const { id, occurrence } = message
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const [progress, setProgress] = useState('')
  const watch = occurrence && <WatchMessage id={id} run={occurrence.id} before={occurrence} />
  const mutationKey = ['retry-failed', id]
  const retry = useMutation({
    mutationKey,
    mutationFn: async () => {
      const all = await failedOf(occurrence?.id ?? '')
      const failed = all.filter((one) => !isHopeless(one, lostOf))
      let left = 0
      for (const [n, one] of failed.entries()) {
        if (failed.length > 1) setProgress(` ${n + 1} of ${failed.length}`)
        try {
          const params = { id: one.id }
          await changeWithRetries((options) => call(retryDelivery, { params }, options))
        } catch (error) {
          if (!cameLater(error)) throw error
          left += 1
        }
      }
      return { left, again: failed.length - left }
    },
    onSuccess: ({ left, again }) =>
      toast({
        title: again > 0 ? `Trying again in ${count(again, 'group')}` : 'Nothing to try again',
        ...(left > 0
          ? { description: `A later run has reached ${count(left, 'other group')} since.` }
          : {}),
        ...(again > 0 ? { watch } : {}),
      }),
    onSettled: () => {
      setProgress('')
      return refetchDeliveries(queryClient, id)
    },
    onError: (error) => tellRefusal(error, 'That did not work'),
  })
  // A second press before the first one is drawn would find nothing to try again, and say so.
  const press = () => queryClient.isMutating({ mutationKey }) === 0 && retry.mutate()
  return (
    <Button {...(size ? { size } : {})} loading={retry.isPending} onClick={press}>
      {retry.isPending ? `Retrying${progress}` : 'Retry failed'}
    </Button>
  )
}

/** The copies of a send that can be retried, in all of its groups. */
async function failedOf(occurrenceId: string): Promise<Failed[]> {
  const failed: Failed[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = { occurrenceId, limit: 200, ...(cursor ? { cursor } : {}) }
    const page: Awaited<ReturnType<typeof askFor>> = await askFor(query)
    failed.push(...page.items.filter(canRetry))
    cursor = page.nextCursor
  }
  return failed
}

const askFor = (query: { occurrenceId: string; limit: number; cursor?: string }) =>
  call(listDeliveries, { query })
