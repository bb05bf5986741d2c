import { type Connection, pairConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonLook } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { setConnection } from './cache.ts'
import { useReached } from './useReached.ts'
import { connectionName } from './words.ts'

/** The way a bot comes into a group: a link that proves, by an admin's hand, whose group it is. */
export function PairingStep({ connection }: { connection: Connection }) {
  const { pairing, attention } = connection
  if (connection.status !== 'pairing' && connection.status !== 'connected') return null
  return (
    <div className="mx-4 grid gap-3 rounded-lg border border-line bg-canvas p-4 md:mx-5">
      {attention?.code === 'code_refused' && <Banner tone="warn">{attention.text}</Banner>}
      {pairing?.step === 'open_link' ? (
        pairing.url && pairing.expiresAt ? (
          <OpenLink connection={connection} url={pairing.url} expiresAt={pairing.expiresAt} />
        ) : (
          <Expired connection={connection} />
        )
      ) : (
        <AnotherGroup connection={connection} />
      )}
    </div>
  )
}

type OpenLinkProps = { connection: Connection; url: string; expiresAt: string }

function OpenLink({ connection, url, expiresAt }: OpenLinkProps) {
  const pairing = connection.status === 'pairing'
  const { timeZone } = useUser()
  if (useReached(expiresAt)) return <Expired connection={connection} />
  return (
    <>
      <p>
        Open the link in Telegram, choose a group where you are an admin, and confirm. This page
        goes on by itself.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ variant: pairing ? 'primary' : 'secondary' })}
        >
          <Plus size={16} aria-hidden /> Add {connectionName(connection)} to a group
        </a>
        <span className="flex items-center gap-2 text-sm text-muted">
          <Spinner size={14} label="Waiting for Telegram" />
          <span aria-hidden>Waiting for Telegram.</span>
          <span>
            The link works until <Time at={expiresAt} zone={timeZone} as="clock" />.
          </span>
        </span>
      </div>
    </>
  )
}

function Expired({ connection }: { connection: Connection }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>This link has expired. Links work for a short time, so that nobody else can use them.</p>
      <NewLink connection={connection} label="New link" />
    </div>
  )
}

function AnotherGroup({ connection }: { connection: Connection }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">Bring {connectionName(connection)} into one more group.</p>
      <NewLink connection={connection} label="Add to a group" />
    </div>
  )
}

function NewLink({ connection, label }: { connection: Connection; label: string }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const refresh = useMutation({
    mutationFn: () =>
      call(pairConnection, { params: { id: connection.id }, body: { refresh: true } }),
    onSuccess: (next) => setConnection(queryClient, next),
    onError: (error) => tellRefusal(error, 'There is no new link'),
  })
  return (
    <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
      {label}
    </Button>
  )
}
