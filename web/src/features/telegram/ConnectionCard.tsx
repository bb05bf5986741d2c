import { type Connection, refreshConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHead } from '../../ui/Card.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { Chats } from './Chats.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { Groups } from './Groups.tsx'
import { OwnBotForm } from './OwnBotForm.tsx'
import { PairingStep } from './PairingStep.tsx'
import { refetchChats, setConnection } from './cache.ts'
import { connectionName, connectionWords, guaranteeWords } from './words.ts'

/** One connection: its state, the next step if there is one, and its groups. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const words = connectionWords[connection.status]
  return (
    <Card aria-labelledby={`${connection.id}-name`}>
      <CardHead
        id={`${connection.id}-name`}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {connectionName(connection)}
            <Badge tone={words.tone} pulsing={connection.status === 'reconnecting'}>
              {words.label}
            </Badge>
          </span>
        }
        note={<Note connection={connection} />}
        actions={<Actions connection={connection} />}
      />
      <div className="grid gap-4 pb-4">
        <Trouble connection={connection} />
        <PairingStep connection={connection} />
        {connection.status !== 'pairing' && (
          <>
            <Groups connection={connection} />
            <Chats connection={connection} />
          </>
        )}
      </div>
    </Card>
  )
}

function Note({ connection }: { connection: Connection }) {
  const { timeZone } = useUser()
  return (
    <>
      {connection.shared ? 'This server’s bot' : 'Your own bot'}
      {connection.status === 'connected' && (
        <>
          {', connected '}
          <Time at={connection.since} zone={timeZone} as="ago" />
        </>
      )}
      . {guaranteeWords[connection.guarantee]}
    </>
  )
}

/** Why it does not send, and the way back. */
function Trouble({ connection }: { connection: Connection }) {
  const { status, reason, attention } = connection
  if (status === 'connected' || status === 'pairing') return null
  return (
    <div className="grid gap-4 px-4 md:px-5">
      <Banner tone={status === 'reconnecting' ? 'info' : 'warn'}>
        {attention?.text ??
          reason ??
          'Telegram cannot be reached at the moment. Nothing is lost: messages wait.'}
      </Banner>
      {status === 'needs_pairing' && !connection.shared && <OwnBotForm connection={connection} />}
    </div>
  )
}

function Actions({ connection }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const [leaving, setLeaving] = useState(false)
  const refresh = useMutation({
    mutationFn: () => call(refreshConnection, { params: { id: connection.id }, body: {} }),
    onSuccess: (next) => {
      setConnection(queryClient, next)
      return refetchChats(queryClient, connection.id)
    },
    onError: (error) => tellRefusal(error, 'Telegram could not be asked'),
  })
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="plain"
            size="sm"
            icon
            loading={refresh.isPending}
            aria-label={`Actions for ${connectionName(connection)}`}
          >
            <Ellipsis size={18} aria-hidden />
          </Button>
        }
        items={[
          { label: 'Ask Telegram again', icon: RefreshCw, onSelect: () => refresh.mutate() },
          '-',
          { label: 'Disconnect…', icon: Unplug, danger: true, onSelect: () => setLeaving(true) },
        ]}
      />
      <DisconnectDialog connection={connection} open={leaving} onOpenChange={setLeaving} />
    </>
  )
}
