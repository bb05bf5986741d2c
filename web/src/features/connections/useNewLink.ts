import { type Connection, pairConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { setConnection } from './cache.ts'

/** Asks for a new link by which an account comes into a group. */
export function useNewLink({ id }: Connection) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  return useMutation({
    mutationFn: () => call(pairConnection, { params: { id }, body: { refresh: true } }),
    onSuccess: (next) => setConnection(queryClient, next),
    onError: (error) => tellRefusal(error, 'There is no new link'),
  })
}
