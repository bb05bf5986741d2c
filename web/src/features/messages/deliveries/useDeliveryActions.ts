import { type Delivery, resolveDelivery, retryDelivery } from '@carillon/contract/deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { askWithRetries, reportLostAnswer } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { cameLater, refetchDeliveries } from '../../series/deliveries.ts'

type What = 'sent' | 'resend' | 'missing' | 'retry' | 'again'

/** What was decided on this page, about copies as they were. */
const done = new Set<string>()

/** What a person decides about one copy. */
export function useDeliveryActions(delivery: Delivery) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: delivery.id }
  const mutate = (what: What) => {
    const once = `${delivery.id} ${delivery.attempts.length} ${delivery.status}`
    // The second press of a double click, before what the first has done is seen.
    if (what !== 'again' && done.has(once)) return
    act.mutate(what, { onSuccess: () => done.add(once) })
  }
  const act = useMutation({
    mutationFn: (what: What) =>
      // Whoever goes through many of them is soon faster than networks allow.
      askWithRetries(() =>
        what === 'retry' || what === 'again'
          ? call(retryDelivery, { params, body: { again: what === 'again' } }, { once: true })
          : call(resolveDelivery, { params, body: { as: what } }, { once: true }),
      ),
    onSettled: () => refetchDeliveries(queryClient, delivery.sourceId),
    onError: (error) => {
      if (reportLostAnswer(error)) return
      if (!cameLater(error)) return tellRefusal(error, 'That did not work')
      toast({
        title: 'This group has it already',
        description: errorWords(error),
        action: { label: 'Send it again', run: () => act.mutate('again') },
      })
    },
  })
  return {
    resolve: (as: 'sent' | 'resend' | 'missing') => mutate(as),
    retry: () => mutate('retry'),
    /** What is under way. */
    busy: act.isPending ? act.variables : undefined,
  }
}
