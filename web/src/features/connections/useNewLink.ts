import { type Connection, pairConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { openStored } from '../../ui/stored.ts'
import { setConnection } from './cache.ts'

/** The refusal of a link that was closed on this device. */
export const closedRefusal = (id: string) => openStored('localStorage', `closed-refusal:${id}`)

/** Asks for a new link by which an account comes into a group. */
export function useNewLink({ id }: Connection) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  return useMutation({
    mutationFn: () => call(pairConnection, { params: { id }, body: { refresh: true } }),
    onSuccess: (next) => {
      // What is refused from now on is something new, though it may have the same words.
      closedRefusal(id).write(null)
      setConnection(queryClient, next)
    },
    onError: (error) => tellRefusal(error, 'There is no new link'),
  })
}
