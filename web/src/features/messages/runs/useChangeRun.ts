import { getMessage, type Message } from '@carillon/contract/messages'
import type { DataOf } from '@carillon/contract/endpoint'
import { changeSlot, restoreSeries } from '@carillon/contract/slots'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/errors.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { askOrRead } from '../../../app/retries.ts'
import { toast } from '../../../ui/toast/store.ts'
import type { Changed } from '../../series/RunDialog.tsx'
import { receiveMessage, type ReceivedMessage } from '../cache.ts'
import { type SeriesBefore, type SlotChange, undoOf } from './undo.ts'

const NOT_CHANGED = 'This run could not be changed'
const SPLIT = 'The later ones are a message of their own now.'
const MAYBE_SPLIT = 'The later ones may be a message of their own now.'

/** The series whose runs are changed: its id, and the fields that are known. */
export type SeriesOf = Pick<ReceivedMessage, 'id'> & Partial<ReceivedMessage>

/** Changes single runs of a series, or a run and all following ones, each with Undo. */
export function useChangeRun(message: SeriesOf) {
  const { change, busy } = useChangeRuns()
  return {
    change: (slotAt: string, what: SlotChange, title: string) =>
      change(message, slotAt, what, title),
    busy,
  }
}

/** The same for any series. */
export function useChangeRuns() {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const options = {
    onSuccess: (next: Message) => receiveMessage(queryClient, next),
    onError: (error: Error) => {
      if (!timeProblem(error)) tellRefusal(error, NOT_CHANGED)
    },
  }
  const act = useMutation({
    mutationFn: ({ id, slotAt, change }: { id: string; slotAt: string; change: SlotChange }) =>
      askOrRead<DataOf<typeof changeSlot> & { isOnlyRead?: true }>(
        (once) => call(changeSlot, { params: { id, slotAt }, body: change }, once),
        { already_done: async () => ({ ...(await read(id)), isOnlyRead: true }) },
      ),
    ...options,
  })
  const restoreGroups = useMutation({
    mutationFn: ({ id, before }: { id: string; before: SeriesBefore }) =>
      askOrRead((once) => call(restoreSeries, { params: { id }, body: before }, once), {
        already_done: () => read(id),
      }),
    ...options,
  })

  /** Returns whether it was changed, and the problem with the new time. */
  async function change(
    message: SeriesOf,
    slotAt: string,
    what: SlotChange,
    title: string,
  ): Promise<Changed> {
    const { id } = message
    let before: Message
    try {
      before = await wholeOf(message)
    } catch (error) {
      tellRefusal(error, NOT_CHANGED)
      return { done: false }
    }
    try {
      const next = await act.mutateAsync({ id, slotAt, change: what })
      const back = undoOf(before, slotAt, what, next)
      const undo = () => {
        if ('series' in back) restoreGroups.mutate({ id, before: back.series })
        else act.mutate({ id, slotAt, change: back.change })
      }
      const isMaybeSplit = next.isOnlyRead && what.following && what.moveTo
      const split = next.continuedBy ? SPLIT : isMaybeSplit ? MAYBE_SPLIT : undefined
      // What was only read has no name of the message of the later runs, and may have changes of another device: the whole
      // series is not put back.
      const canUndo = !(next.isOnlyRead && 'series' in back)
      toast({
        title,
        ...(split ? { description: split } : {}),
        ...(canUndo ? { action: { label: 'Undo', run: undo } } : {}),
      })
      return { done: true }
    } catch (error) {
      return { done: false, problem: timeProblem(error), error }
    }
  }

  return { change, busy: act.isPending }
}

/** The message with its exceptions; lists have only a summary. */
const wholeOf = async (message: SeriesOf): Promise<Message> =>
  isWhole(message) ? message : read(message.id)

const read = (id: string) => call(getMessage, { params: { id } })

const isWhole = (message: SeriesOf): message is Message => message.exceptions !== undefined

/** The problem with the chosen time, from a refusal. */
const timeProblem = (error: unknown) =>
  error instanceof ApiError
    ? error.details.find(({ path }) => path === 'moveTo')?.message
    : undefined
