import { changeCycleSlot, type Cycle, type CycleSlotChange } from '@carillon/contract/cycles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/errors.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { receiveCycle } from '../cache.ts'
import { stepsBack } from './undo.ts'

/** Changes single runs of a cycle, each with a way back. */
export function useCycleSlot(cycle: Cycle) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const { id } = cycle
  const act = useMutation({
    mutationFn: async ({ slotAt, changes }: { slotAt: string; changes: CycleSlotChange[] }) => {
      for (const body of changes) {
        const next = await call(changeCycleSlot, { params: { id, slotAt }, body })
        receiveCycle(queryClient, next)
      }
    },
    onError: (error: Error) => {
      if (!timeProblem(error)) tellRefusal(error, 'This run could not be changed')
    },
  })

  /** Answers whether it was done, and what is wrong with the time it was to move to. */
  async function change(slotAt: string, what: CycleSlotChange, title: string) {
    const back = stepsBack(cycle.exceptions, slotAt)
    try {
      await act.mutateAsync({ slotAt, changes: [what] })
    } catch (error) {
      const problem = timeProblem(error)
      return { done: false, ...(problem ? { problem } : {}) }
    }
    toast({ title, action: { label: 'Undo', run: () => act.mutate({ slotAt, changes: back }) } })
    return { done: true }
  }

  return { change, busy: act.isPending }
}

/** What a refusal says of the time that was chosen. */
const timeProblem = (error: unknown) =>
  error instanceof ApiError
    ? error.details.find(({ path }) => path === 'moveTo')?.message
    : undefined
