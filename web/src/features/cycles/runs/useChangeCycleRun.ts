import {
  changeCycleSlot,
  type Cycle,
  type CycleSlotChange,
  getCycle,
} from '@carillon/contract/cycles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/errors.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { askOrRead } from '../../../app/retries.ts'
import { toast } from '../../../ui/toast/store.ts'
import type { Changed } from '../../series/RunDialog.tsx'
import { receiveCycle } from '../cache.ts'
import { stepsBack } from './undo.ts'

const NOT_CHANGED = 'This run could not be changed'

/** No step is lost by a text that only one run sends. */
const STEP_COMES_LATER = 'What it would have sent comes at the next run.'

/** Changes single runs of a cycle, each with a way back. */
export function useChangeCycleRun(cycle: Cycle) {
  const { change, busy } = useChangeCycleRuns()
  return {
    change: (slotAt: string, what: CycleSlotChange, title: string) =>
      change(cycle, slotAt, what, title),
    busy,
  }
}

type Changes = { id: string; slotAt: string; changes: CycleSlotChange[] }

/** The same for whichever cycle. */
export function useChangeCycleRuns() {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const act = useMutation({
    mutationFn: async ({ id, slotAt, changes }: Changes) => {
      for (const body of changes) {
        const params = { id, slotAt }
        const next = await askOrRead((once) => call(changeCycleSlot, { params, body }, once), {
          already_done: () => call(getCycle, { params: { id } }),
        })
        receiveCycle(queryClient, next)
      }
    },
    onError: (error: Error) => {
      if (!timeProblem(error)) tellRefusal(error, NOT_CHANGED)
    },
  })

  /** Returns whether it was done, and what is wrong with the new time. */
  async function change(
    { id, exceptions }: Pick<Cycle, 'id'> & Partial<Cycle>,
    slotAt: string,
    what: CycleSlotChange,
    title: string,
  ): Promise<Changed> {
    let back: CycleSlotChange[]
    try {
      const before = exceptions ?? (await call(getCycle, { params: { id } })).exceptions
      back = stepsBack(before, slotAt)
    } catch (error) {
      tellRefusal(error, NOT_CHANGED)
      return { done: false }
    }
    try {
      await act.mutateAsync({ id, slotAt, changes: [what] })
    } catch (error) {
      return { done: false, problem: timeProblem(error), error }
    }
    const undo = () => act.mutate({ id, slotAt, changes: back })
    toast({
      title,
      ...(what.content ? { description: STEP_COMES_LATER } : {}),
      action: { label: 'Undo', run: undo },
    })
    return { done: true }
  }

  return { change, busy: act.isPending }
}

/** What a refusal says of the time that was chosen. */
const timeProblem = (error: unknown) =>
  error instanceof ApiError
    ? error.details.find(({ path }) => path === 'moveTo')?.message
    : undefined
