import { channelFacts } from '@carillon/contract/channels'
import { type Connection, refreshConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, RefreshCw, Unplug } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHead } from '../../ui/Card.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Badge } from '../../ui/Status.tsx'
import { inLocale } from '../../ui/time/inLocale.ts'
import { Time } from '../../ui/time/Time.tsx'
import { toast } from '../../ui/toast/store.ts'
import { Chats } from './Chats.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { Groups } from './Groups.tsx'
import { PairingStep, type PairingSteps } from './PairingStep.tsx'
import { refetchChats, setConnection } from './cache.ts'
import { connectionName, connectionWords, guaranteeWords } from './words.ts'

type ConnectionCardProps = {
  connection: Connection
  /** The steps that are this network's own. */
  steps: PairingSteps
  /** How chats are chosen, where that is this network's own. */
  chats?: ComponentType<{ connection: Connection }>
  /** How the account is doing, where more is known than its state. */
  health?: ComponentType<{ connection: Connection }>
}

/** One connection: its state, the next step if there is one, and its groups. */
export function ConnectionCard({
  connection,
  steps,
  chats: Choosing = Chats,
  health: Health,
}: ConnectionCardProps) {
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
        {Health && <Health connection={connection} />}
        <PairingStep connection={connection} steps={steps} />
        {/* Also while it is connected again: they are kept. */}
        <Groups connection={connection} />
        {connection.status !== 'pairing' && <Choosing connection={connection} />}
      </div>
    </Card>
  )
}

function Note({ connection }: { connection: Connection }) {
  const { timeZone } = useUser()
  const { account } = channelFacts[connection.channel]
  return (
    <>
      {connection.shared ? `This server’s ${account}` : `Your own ${account}`}
      {connection.status === 'connected' && (
        <>
          {', connected '}
          <Time at={connection.since} zone={timeZone} as="ago" breaks />
        </>
      )}
      .{connection.status === 'connected' && ` ${guaranteeWords(connection.channel)}`}
    </>
  )
}

/** Why it does not send, or what else its owner should know. */
function Trouble({ connection }: { connection: Connection }) {
  const { status, reason, attention, channel } = connection
  const isFine = status === 'connected' || status === 'pairing'
  const isIdle = attention?.code === 'idle'
  if (isFine && !isIdle && attention?.code !== 'account') return null
  return (
    <Banner tone={status === 'reconnecting' ? 'info' : 'warn'} className="mx-4 md:mx-5">
      {/* Only these words have a date of ours; others may be those of the network. */}
      {(isIdle ? inLocale(attention.text) : attention?.text) ??
        reason ??
        `Connecting to ${channelFacts[channel].network}. Nothing is lost: messages wait until it is reached.`}
    </Banner>
  )
}

/** Another process may have the session: what the network answers then comes by itself, a moment later. */
const refreshedWords = (connection: Connection) =>
  connection.status === 'connected'
    ? { title: `${connectionName(connection)} is connected` }
    : {
        title: `${channelFacts[connection.channel].network} is asked again`,
        description: 'If it may send again, this page shows it in a moment.',
      }

function Actions({ connection }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const [leaving, setLeaving] = useState(false)
  const refresh = useMutation({
    mutationFn: () => call(refreshConnection, { params: { id: connection.id }, body: {} }),
    onSuccess: (next) => {
      setConnection(queryClient, next)
      toast(refreshedWords(next))
      return refetchChats(queryClient, connection.id)
    },
    onError: (error) => tellRefusal(error, 'The status could not be refreshed'),
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
          { label: 'Refresh status', icon: RefreshCw, onSelect: () => refresh.mutate() },
          '-',
          { label: 'Disconnect…', icon: Unplug, danger: true, onSelect: () => setLeaving(true) },
        ]}
      />
      <DisconnectDialog connection={connection} open={leaving} onOpenChange={setLeaving} />
    </>
  )
}
