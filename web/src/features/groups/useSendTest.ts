import { getDelivery } from '@carillon/contract/deliveries'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { toast } from '../../ui/toast/store.ts'
import { sendTest } from './sendTest.ts'

type Test<T> = {
  /** Of the group, or of the connection whose own chat it goes to. */
  to: string
  title: string
  send: (said: T) => Promise<{ deliveryId: string }>
  onDone?: () => unknown
}

/** Sends a test message; a toast tells what became of it, and `result` says it again. */
export function useSendTest<T = void>({ to, title, send, onDone }: Test<T>) {
  const tellRefusal = useRefusalToast()
  const queryClient = useQueryClient()
  const mutationKey = ['test', to]
  const { mutate, data } = useMutation({
    mutationKey,
    mutationFn: (said: T) =>
      sendTest({
        send: () => send(said),
        look: (id) => call(getDelivery, { params: { id } }),
      }),
    onSuccess: (result) => {
      toast({ ...result, title })
      return onDone?.()
    },
    onError: (error) => tellRefusal(error, 'The test message was not sent'),
  })
  // A second press before the first one is drawn would be a second test.
  const press = (said: T) => queryClient.isMutating({ mutationKey }) === 0 && mutate(said)
  // Also one that was sent from here before this was opened again.
  return { sendTest: press, isSending: useIsMutating({ mutationKey }) > 0, result: data }
}
