import { channelFacts } from '@carillon/contract/channels'
import { type Connection, deleteConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { askOrRead } from '../../app/retries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast/store.ts'
import { count } from '../../ui/words.ts'
import { refetchGroups } from '../groups/cache.ts'
import { dropConnection } from './cache.ts'
import { connectionName } from './words.ts'

type DisconnectDialogProps = {
  connection: Connection
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a connection is let go, and says what goes with it. */
export function DisconnectDialog({ connection, open, onOpenChange }: DisconnectDialogProps) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const name = connectionName(connection)
  const { account, network, tokenFrom } = channelFacts[connection.channel]
  const disconnect = useMutation({
    mutationFn: () =>
      askOrRead(() => call(deleteConnection, { params: { id: connection.id } }), {
        not_found: () => ({ done: true }),
      }),
    onSuccess: () => {
      onOpenChange(false)
      dropConnection(queryClient, connection.id)
      toast({ title: `${name} is disconnected` })
      return refetchGroups(queryClient)
    },
    onError: (error) => tellRefusal(error, `${name} could not be disconnected`),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Disconnect ${name}?`}
      description={
        connection.groupCount > 0
          ? `Its ${count(connection.groupCount, 'group')} will be removed here, and what is scheduled only for them will not be sent.`
          : 'It has no groups here yet.'
      }
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="danger"
            loading={disconnect.isPending}
            onClick={() => disconnect.mutate()}
          >
            Disconnect
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {connection.shared
          ? `The ${account} stays in the ${network} groups until an admin takes it out.`
          : tokenFrom
            ? `Its access is deleted from this server. The ${account} itself stays yours.`
            : `Carillon goes from its linked devices, and the keys are deleted from this server. Your ${account} and its groups stay as they are in ${network}.`}{' '}
        What was already sent stays where it is.
      </p>
    </Dialog>
  )
}
