import { type Delivery, resolveDelivery, retryDelivery } from '@carillon/contract/deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { withPatience } from '../../../app/patience.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { refetchDeliveries } from '../cache.ts'

/** What a person decides about one copy. */
export function useDeliveryActions(delivery: Delivery) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: delivery.id }
  const act = useMutation({
    mutationFn: (what: 'sent' | 'resend' | 'retry') =>
      // Whoever goes through many of them is soon faster than networks allow.
      withPatience(() =>
        what === 'retry'
          ? call(retryDelivery, { params }, { once: true })
          : call(resolveDelivery, { params, body: { as: what } }, { once: true }),
      ),
    onSettled: () => refetchDeliveries(queryClient, delivery.sourceId),
    onError: (error) => tellRefusal(error, 'That did not work'),
  })
  return {
    resolve: (as: 'sent' | 'resend') => act.mutate(as),
    retry: () => act.mutate('retry'),
    /** What is under way. */
    busy: act.isPending ? act.variables : undefined,
  }
}
