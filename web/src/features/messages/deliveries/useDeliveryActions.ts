import { type Delivery, resolveDelivery, retryDelivery } from '@carillon/contract/deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ApiError, errorWords } from '../../../api/errors.ts'
import { withPatience } from '../../../app/patience.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { refetchDeliveries } from '../../series/deliveries.ts'

/** Whether a later run has brought the same to the group since: sending it there twice is for a person to decide. */
const cameLater = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.some(({ path }) => path === 'again')

/** What a person decides about one copy. */
export function useDeliveryActions(delivery: Delivery) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: delivery.id }
  const act = useMutation({
    mutationFn: (what: 'sent' | 'resend' | 'retry' | 'again') =>
      // Whoever goes through many of them is soon faster than networks allow.
      withPatience(() =>
        what === 'retry' || what === 'again'
          ? call(retryDelivery, { params, body: { again: what === 'again' } }, { once: true })
          : call(resolveDelivery, { params, body: { as: what } }, { once: true }),
      ),
    onSettled: () => refetchDeliveries(queryClient, delivery.sourceId),
    onError: (error) => {
      if (!cameLater(error)) return tellRefusal(error, 'That did not work')
      toast({
        title: 'This group has it already',
        description: errorWords(error),
        action: { label: 'Send it again', run: () => act.mutate('again') },
      })
    },
  })
  return {
    resolve: (as: 'sent' | 'resend') => act.mutate(as),
    retry: () => act.mutate('retry'),
    /** What is under way. */
    busy: act.isPending ? act.variables : undefined,
  }
}
