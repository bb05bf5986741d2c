import { channelFacts } from '@carillon/contract/channels'
import type { Connection } from '@carillon/contract/connections'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useExternalLink } from '../../api/useExternalLink.ts'
import { useUser } from '../../api/session/useSession.ts'
import { limitWords, useTierToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { useGroupUsage } from '../groups/useGroupUsage.ts'
import { UpgradeLink } from '../limits/UpgradeLink.tsx'
import { AddToChannel, type ChannelLink } from './AddToChannel.tsx'
import { closedRefusal, useNewLink } from './useNewLink.ts'
import { useReached } from './useReached.ts'
import { connectionName } from './words.ts'

/**
 * How an account comes into a group by a link, which proves, by an admin's hand, whose group it is: the
 * link, or the way to one.
 */
export function AddByLink({ connection }: { connection: Connection }) {
  const { pairing, attention } = connection
  const link = linkOf(connection)
  const isRefused = attention?.code === 'code_refused'
  // A link that has added a group is good for more groups of the same admin, but the server shows it no longer.
  const [last, setLast] = useState(link)
  if (link && link.url !== last?.url) setLast(link)
  // Once it has proved a channel it is good for nothing else. The server does not say what it was used for.
  const [forChannel, setForChannel] = useState('')
  // Closed by the person, who has added what they wanted; the link goes on to work.
  const [closed, setClosed] = useState('')
  const isClosed = last?.url === closed
  const isSpent = isRefused || isClosed || last?.url === forChannel
  const isOpen = pairing?.step === 'open_link' && !isClosed
  // Before the first group there is nothing else to do here.
  const onClose = last && connection.status === 'connected' ? () => setClosed(last.url) : undefined
  return (
    <>
      {isRefused && <Refused key={attention.text} id={connection.id} text={attention.text} />}
      {link && !isClosed && (
        <OpenLink
          connection={connection}
          {...link}
          onChannel={() => setForChannel(link.url)}
          onClose={onClose}
        />
      )}
      {!link && isOpen && <Expired connection={connection} />}
      {!isOpen && (
        <AnotherGroup connection={connection} last={isSpent ? undefined : last} onClose={onClose} />
      )}
    </>
  )
}

type Link = { url: string; expiresAt: string; channelLink: ChannelLink | undefined }

function linkOf({ pairing }: Connection): Link | undefined {
  if (pairing?.step !== 'open_link' || !pairing.url || !pairing.expiresAt) return undefined
  const { url, expiresAt, channelLink } = pairing
  return { url, expiresAt, channelLink }
}

/** Why a link was refused. A user can dismiss it; it stays away until there is a new link. */
function Refused({ id, text }: { id: string; text: string }) {
  const stored = closedRefusal(id)
  const [isClosed, setClosed] = useState(() => stored.read() === text)
  if (isClosed) return null
  const close = () => {
    stored.write(text)
    setClosed(true)
  }
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="plain" onClick={close}>
          Dismiss
        </Button>
      }
    >
      {text}
    </Banner>
  )
}

type OpenLinkProps = Link & {
  connection: Connection
  /** Called when the person opens the steps for a channel. Missing if the link was used already. */
  onChannel?: () => void
  onClose: (() => void) | undefined
}

function OpenLink(props: OpenLinkProps) {
  const { connection, url, expiresAt, channelLink, onChannel, onClose } = props
  const pairing = connection.status === 'pairing'
  const { timeZone, limits } = useUser()
  const outward = useExternalLink()
  const { network } = channelFacts[connection.channel]
  if (useReached(expiresAt)) return <Expired connection={connection} />
  return (
    <>
      <p>
        Open the link in {network} and choose a group where you are an admin.{' '}
        {limits.maxGroups !== 1 && 'For more groups, open it again. '}
        This page goes on by itself.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <a
          {...outward(url)}
          data-next
          className={cn(
            buttonClasses({ variant: pairing ? 'primary' : 'secondary' }),
            'max-w-full',
          )}
        >
          <Plus size={16} aria-hidden />
          <span className="wrap-anywhere sm:truncate">
            Add {connectionName(connection)} to a group
          </span>
        </a>
        <span className="flex items-center gap-2 text-sm text-muted">
          {/* Nobody has to wait once a group has come. */}
          {onChannel && (
            <>
              <Spinner size={14} label={`Waiting for ${network}`} />
              <span aria-hidden>Waiting for {network}.</span>
            </>
          )}
          <span>
            The link works until <Time at={expiresAt} zone={timeZone} as="clock" />.
          </span>
        </span>
        {onClose && (
          <Button variant="plain" className="ml-auto" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {channelLink &&
        // A channel does not say who posts there, so the server takes no used code from it.
        (channelLink.post && !onChannel ? (
          <div>
            <NewLink connection={connection} label="New link, for a channel" />
          </div>
        ) : (
          <AddToChannel connection={connection} link={channelLink} onOpen={onChannel} />
        ))}
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

/**
 * The `last` link as long as it works, or the way to a new one. At the limit of the tier it is told here, before anything
 * joins a group.
 */
type AnotherGroupProps = Pick<OpenLinkProps, 'connection' | 'onClose'> & { last: Link | undefined }

function AnotherGroup({ connection, last, onClose }: AnotherGroupProps) {
  const usage = useGroupUsage()
  const tellTier = useTierToast()
  const hasExpired = useReached(last?.expiresAt)
  if (last && !hasExpired && !usage?.isFull) {
    return <OpenLink connection={connection} {...last} onClose={onClose} />
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        {usage?.isFull
          ? `${usage.words} are in use. Remove one to add another.`
          : `Add ${connectionName(connection)} to more groups or channels.`}{' '}
        {usage?.isFull && <UpgradeLink />}
      </p>
      {usage?.isFull ? (
        <Button onClick={() => tellTier(limitWords('groups'))}>Add to a group or channel</Button>
      ) : (
        <NewLink connection={connection} label="Add to a group or channel" />
      )}
    </div>
  )
}

function NewLink({ connection, label }: { connection: Connection; label: string }) {
  const refresh = useNewLink(connection)
  return (
    <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
      {label}
    </Button>
  )
}
