import { getMessage, type Message } from '@carillon/contract/messages'
import { changeSlot, restoreSeries } from '@carillon/contract/slots'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/errors.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { receiveMessage, type ToldMessage } from '../cache.ts'
import { type SeriesBefore, type SlotChange, undoOf } from './undo.ts'

/** Changes single runs of a series, or one and all following, each with a way back. */
export function useSlot(message: ToldMessage) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: message.id }
  const options = {
    onSuccess: (next: Message) => receiveMessage(queryClient, next),
    onError: (error: Error) => {
      if (!timeProblem(error)) tellRefusal(error, 'This run could not be changed')
    },
  }
  const act = useMutation({
    mutationFn: async ({ slotAt, change }: { slotAt: string; change: SlotChange }) =>
      call(changeSlot, { params: { ...params, slotAt }, body: change }),
    ...options,
  })
  const putBack = useMutation({
    mutationFn: (before: SeriesBefore) => call(restoreSeries, { params, body: before }),
    ...options,
  })

  /** Answers whether it was done, and what is wrong with the time it was to move to. */
  async function change(
    slotAt: string,
    what: SlotChange,
    title: string,
  ): Promise<{ done: boolean; problem?: string }> {
    try {
      const before = await wholeOf(message)
      const next = await act.mutateAsync({ slotAt, change: what })
      const undo = () => {
        const back = undoOf(before, slotAt, what, next)
        if ('series' in back) putBack.mutate(back.series)
        else act.mutate({ slotAt, change: back.change })
      }
      toast({ title, action: { label: 'Undo', run: undo } })
      return { done: true }
    } catch (error) {
      const problem = timeProblem(error)
      return { done: false, ...(problem ? { problem } : {}) }
    }
  }

  return { change, busy: act.isPending }
}

/** The message with all that differs from its series; a list has only a summary. */
const wholeOf = async (message: ToldMessage): Promise<Message> => {
  const { exceptions } = message
  return exceptions ? { ...message, exceptions } : call(getMessage, { params: { id: message.id } })
}

/** What a refusal says of the time that was chosen. */
const timeProblem = (error: unknown) =>
  error instanceof ApiError
    ? error.details.find(({ path }) => path === 'moveTo')?.message
    : undefined
