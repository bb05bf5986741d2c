import { canRetry, type Delivery } from '@carillon/contract/deliveries'
import { ExternalLink } from 'lucide-react'
import { useExternalLink } from '../../../api/useExternalLink.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { inLocale } from '../../../ui/time/inLocale.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import { useConnectionsById } from '../../connections/queries.ts'
import { closedReason } from '../../connections/words.ts'
import { GroupName, useGroup } from '../../groups/GroupName.tsx'
import { DELETED } from '../words.ts'
import { deliveryWords, memberWords, punctualWords, reasonWords } from './words.ts'
import { DeliveryDetails } from './DeliveryDetails.tsx'
import { useLost, WayBack } from './RetryFailed.tsx'
import { Uncertain } from './Uncertain.tsx'
import { useDeliveryActions } from './useDeliveryActions.ts'

/** One copy: its status, its result in words, and the actions that are possible. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const words = isDeleted(delivery) ? DELETED : deliveryWords[delivery.status]
  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-3 last:border-0">
      {/* The state goes below a name that it would cut. */}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <GroupAndTopic delivery={delivery} />
        <Badge tone={words.tone} {...(words.moving ? { pulsing: true } : {})}>
          {words.label}
        </Badge>
      </div>
      <Result delivery={delivery} />
      <Actions delivery={delivery} />
      <DeliveryDetails delivery={delivery} />
    </li>
  )
}

/** Whether it was deleted again after it was sent. */
const isDeleted = ({ followUps }: Delivery) =>
  followUps.some(({ kind, status }) => kind === 'delete' && status === 'done')

/** The group with its present name, or with its last name if it was removed; and the topic. */
function GroupAndTopic({ delivery: { groupId, groupTitle, topicId } }: { delivery: Delivery }) {
  const group = useGroup(groupId)
  const topic = group?.topics.find(({ id }) => id === topicId)
  return (
    <GroupName group={group ?? { id: groupId, title: groupTitle }} className="font-medium">
      {topic && <span className="font-normal text-muted"> › {topic.name}</span>}
    </GroupName>
  )
}

const isPending = ({ status }: Delivery) =>
  status === 'queued' || status === 'waiting' || status === 'held'

/** Why a copy that is still to be sent will not arrive as its group is now. This replaces the reason for its wait. */
function useClosed(delivery: Delivery): string | undefined {
  const group = useGroup(delivery.groupId)
  const connections = useConnectionsById(isPending(delivery))
  if (!group || !isPending(delivery)) return undefined
  return closedReason(group, connections.get(group.connectionId))
}

function Result({ delivery }: { delivery: Delivery }) {
  const { status, reason, dueAt, waitsUntil, sentAt, receipt, memberReceipts, followUps } = delivery
  const { timeZone } = useUser()
  const closed = useClosed(delivery)
  const isListed = useGroup(delivery.groupId) !== undefined
  const now = useNow()
  // The time of a next try may be past while the lane has others to send.
  const waits = waitsUntil !== undefined && Date.parse(waitsUntil) > now
  const isRemoved = delivery.obstacle !== undefined && !isListed
  if (status === 'unconfirmed') {
    return (
      <p className="text-sm text-muted">
        {reason ?? 'The answer of the network was lost.'}{' '}
        {delivery.obstacle
          ? `${delivery.obstacle} It cannot be sent again, but you can say whether it arrived.`
          : 'Look into the group: if it is there, say so; if not, send it again.'}
        {delivery.groupLink && (
          <>
            {' '}
            <OpenInTelegram link={delivery.groupLink} />
          </>
        )}
      </p>
    )
  }
  if (status !== 'sent' || !sentAt) {
    return (
      <p className="text-sm text-muted">
        {closed ? (
          `As it is now, it is not sent: ${closed}`
        ) : (
          <>
            {waits ? 'Waits until ' : !reason && 'Due '}
            {(waits || !reason) && <Time at={waitsUntil ?? dueAt} zone={timeZone} as="within" />}
            {waits && reason && '. '}
            {inLocale(reasonWords(reason, isRemoved) ?? '')}
          </>
        )}
      </p>
    )
  }
  return (
    <div className="grid gap-0.5 text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-3">
        <span>
          <Time at={sentAt} zone={timeZone} as="short" />, {punctualWords(delivery)}
        </span>
        {receipt?.link && !isDeleted(delivery) && <OpenInTelegram link={receipt.link} />}
      </p>
      {memberReceipts && <p data-tabular>{memberWords(memberReceipts)}</p>}
      {/* Sent, though not quite as it was meant. */}
      {reason && <p>{reason}</p>}
      <FollowUps followUps={followUps} />
    </div>
  )
}

function OpenInTelegram({ link }: { link: string }) {
  const external = useExternalLink()
  return (
    <a
      {...external(link)}
      className="inline-flex items-center gap-1 text-accent-text hover:underline"
    >
      Open in Telegram <ExternalLink size={12} aria-hidden />
    </a>
  )
}

/** Its follow-ups, and why they failed. */
function FollowUps({ followUps }: Pick<Delivery, 'followUps'>) {
  const { timeZone } = useUser()
  return followUps.map(({ kind, status, at, text }) => (
    <p key={kind} className={status === 'failed' ? 'text-warn' : undefined}>
      {at && (
        <>
          <Time at={at} zone={timeZone} as="short" />:{' '}
        </>
      )}
      {text}
    </p>
  ))
}

function Actions({ delivery }: { delivery: Delivery }) {
  const { retry, busy } = useDeliveryActions(delivery)
  const lost = useLost()(delivery.groupId)
  if (delivery.status === 'unconfirmed') return <Uncertain delivery={delivery} />
  if (!canRetry(delivery)) return null
  if (delivery.obstacle && !lost) {
    return <p className="text-sm text-muted">{delivery.obstacle} It cannot be tried again.</p>
  }
  return (
    <div>
      {lost ? (
        <WayBack to={lost} size="sm" />
      ) : (
        <Button size="sm" loading={busy === 'retry'} onClick={retry}>
          {isKeptByRule(delivery) ? 'Send anyway' : 'Retry'}
        </Button>
      )}
    </div>
  )
}

/** Whether a rule of its group skipped it. A person who sends it then passes over that rule. */
const isKeptByRule = ({ status, code }: Delivery) =>
  status === 'skipped' && ['quiet_hours', 'cap', 'gap'].includes(code ?? '')
