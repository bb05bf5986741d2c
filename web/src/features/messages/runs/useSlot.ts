import type { InputOf } from '@carillon/contract/endpoint'
import { changeSlot, type Exception, type Message } from '@carillon/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { receiveMessage } from '../cache.ts'

export type SlotChange = InputOf<typeof changeSlot>['body']

/** Changes single runs of a series, each with a way back. */
export function useSlot(message: Message) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const act = useMutation({
    mutationFn: ({ slotAt, change }: { slotAt: string; change: SlotChange }) =>
      call(changeSlot, { params: { id: message.id, slotAt }, body: change }),
    onSuccess: (next) => receiveMessage(queryClient, next),
    onError: (error) => tellRefusal(error, 'This run could not be changed'),
  })
  const attempt = (slotAt: string, change: SlotChange) =>
    act.mutateAsync({ slotAt, change }).catch(() => undefined)

  /** Answers whether it was done; what is changed for one run alone can be undone. */
  async function change(slotAt: string, what: SlotChange, title: string): Promise<boolean> {
    const back = wayBack(message.exceptions.find((one) => one.slotAt === slotAt))
    if (!(await attempt(slotAt, what))) return false
    toast({
      title,
      ...(what.following
        ? {}
        : { action: { label: 'Undo', run: () => void attempt(slotAt, back) } }),
    })
    return true
  }

  return { change, busy: act.isPending }
}

/** What makes a slot again what it was. */
function wayBack(before: Exception | undefined): SlotChange {
  if (before?.skip) return { skip: true }
  if (before?.moveTo) return { moveTo: before.moveTo }
  if (before?.content && !before.following) return { content: before.content }
  return { restore: true }
}
