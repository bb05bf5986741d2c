import type { Content } from '@carillon/contract/content/content'
import { deleteSent, editSent, getSent } from '@carillon/contract/deliveries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { changeWithRetries } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { deliveriesKey, refetchDeliveries } from '../deliveries.ts'

/** The ids of a run of a message or a cycle. */
export type RunIds = { sourceId: string; occurrenceId: string }

/** What a run has sent that stands in its groups. */
export const useSent = ({ sourceId, occurrenceId }: RunIds) =>
  useQuery({
    // Below the deliveries, so that it is asked again with them.
    queryKey: [...deliveriesKey(sourceId), 'sent', occurrenceId],
    queryFn: ({ signal }) => call(getSent, { params: { id: occurrenceId } }, { signal }),
  })

type Edit = { content: Content; contentId: string; others: string[] }
type Act = Edit | { others: string[] }

/** What a person decides about all that a run has sent. */
export function useSentActions({ sourceId, occurrenceId }: RunIds) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const params = { id: occurrenceId }
  const mutationKey = ['change-sent', occurrenceId]
  const act = useMutation({
    mutationKey,
    mutationFn: ({ others, ...edit }: Act) =>
      changeWithRetries((options) =>
        'content' in edit
          ? call(editSent, { params, body: { ...edit, others } }, options)
          : call(deleteSent, { params, body: { others } }, options),
      ),
    onSettled: () => refetchDeliveries(queryClient, sourceId),
    onError: (error) => tellRefusal(error, 'That did not work'),
  })
  /** Does nothing while an earlier press is on its way: it may not be drawn yet. */
  const press = (what: Act) =>
    queryClient.isMutating({ mutationKey }) === 0 ? act.mutateAsync(what) : undefined
  return {
    edit: (edit: Edit) => press(edit),
    remove: (others: string[]) => press({ others }),
    busy: act.isPending,
  }
}
