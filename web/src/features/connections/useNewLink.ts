import { type Connection, pairConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { openStored } from '../../ui/stored.ts'
import { setConnection } from './cache.ts'

/** The refusal of a link that was dismissed on this device. */
export const closedRefusal = (id: string) => openStored('localStorage', `closed-refusal:${id}`)

/** Asks for a new link by which an account comes into a group. */
export function useNewLink({ id }: Connection) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  return useMutation({
    mutationFn: () => call(pairConnection, { params: { id }, body: { refresh: true } }),
    onSuccess: (next) => {
      // The next refusal is a new one, even if it has the same words.
      closedRefusal(id).write(null)
      setConnection(queryClient, next)
    },
    onError: (error) => tellRefusal(error, 'There is no new link'),
  })
}
