import { type Delivery, resolveDelivery, retryDelivery } from '@carillon/contract/deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { changeWithRetries } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { cameLater, refetchDeliveries } from '../../series/deliveries.ts'

type What = 'sent' | 'resend' | 'missing' | 'retry'

/** `again`: also if a later run has brought the same to the group. */
type Asked = { what: What; again?: true }

/** Decisions made or being made on this page, by the state of the copy at that time. */
const done = new Set<string>()

/** Actions of a person on one copy. */
export function useDeliveryActions(delivery: Delivery) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: delivery.id }
  const mutate = (what: What) => {
    const once = `${delivery.id} ${delivery.rev}`
    // Ignores the second press of a double click, before the first result is shown.
    if (done.has(once)) return
    done.add(once)
    act.mutateAsync({ what }).catch(() => done.delete(once))
  }
  const act = useMutation({
    mutationFn: ({ what, ...again }: Asked) =>
      // Many retries soon exceed the rate limit.
      changeWithRetries((options) =>
        what === 'retry'
          ? call(retryDelivery, { params, body: again }, options)
          : call(resolveDelivery, { params, body: { as: what, ...again } }, options),
      ),
    onSettled: () => refetchDeliveries(queryClient, delivery.sourceId),
    onError: (error, { what }) => {
      if (!cameLater(error)) return tellRefusal(error, 'That did not work')
      toast({
        title: 'This group has it already',
        description: errorWords(error),
        action: { label: 'Send it again', run: () => act.mutate({ what, again: true }) },
      })
    },
  })
  return {
    resolve: (as: 'sent' | 'resend' | 'missing') => mutate(as),
    retry: () => mutate('retry'),
    /** The action that is running. */
    busy: act.isPending ? act.variables.what : undefined,
  }
}
