import { canRetry, type Delivery, retryDelivery } from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { withPatience } from '../../../app/patience.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { refetchDeliveries } from '../../series/deliveries.ts'
import { useDeliveries } from '../queries.ts'

/** What a person should look at. What failed of the last send can be tried again here, all of it. */
export function AttentionBanner({ message }: { message: Message }) {
  const { attention, occurrence } = message
  const deliveries = useDeliveries(message.id).data ?? []
  if (!attention) return null
  const failed = deliveries.filter((one) => one.occurrenceId === occurrence?.id && canRetry(one))
  return (
    <Banner
      tone="warn"
      className="mb-5"
      action={failed.length > 0 && <RetryFailed failed={failed} messageId={message.id} />}
    >
      {attention.text}
    </Banner>
  )
}

function RetryFailed({ failed, messageId }: { failed: Delivery[]; messageId: string }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const retry = useMutation({
    mutationFn: async () => {
      for (const { id } of failed) {
        await withPatience(() => call(retryDelivery, { params: { id } }, { once: true }))
      }
    },
    onSettled: () => refetchDeliveries(queryClient, messageId),
    onError: (error) => tellRefusal(error, 'That did not work'),
  })
  return (
    <Button loading={retry.isPending} onClick={() => retry.mutate()}>
      Retry failed
    </Button>
  )
}
