import { type Connection, deleteConnection, pairConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Button } from '../../ui/Button.tsx'
import { dropConnection, setConnection } from '../connections/cache.ts'
import { isUnknown } from './identity.ts'

/**
 * Takes the code off the screen. A number that was linked before stays as it was; of one that never was,
 * nothing is kept, so it does not ask for confirmation.
 */
export function CancelLinking({ connection }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const cancel = useMutation({
    mutationFn: async () => {
      const params = { id: connection.id }
      if (isUnknown(connection)) {
        await call(deleteConnection, { params })
        dropConnection(queryClient, connection.id)
      } else {
        setConnection(queryClient, await call(pairConnection, { params, body: { cancel: true } }))
      }
    },
    onError: (error) => tellRefusal(error, 'The linking could not be cancelled'),
  })
  return (
    <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel
    </Button>
  )
}
