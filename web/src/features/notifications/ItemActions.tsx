import type { Notification } from '@carillon/contract/notifications'
import type { ReactNode } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { useConnectionsById } from '../connections/queries.ts'
import { useCycle } from '../cycles/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { rowPath } from '../groups/rowPath.ts'
import { useUnreachable } from '../connections/Unreachable.tsx'
import { isBotOut } from '../groups/words.ts'
import { canRetryFailed, RetryFailed } from '../messages/deliveries/RetryFailed.tsx'
import { needsRetry } from '../messages/list/AttentionOf.tsx'
import { useMessage } from '../messages/queries.ts'
import { isAhead } from '../messages/words.ts'
import { wayBackOf } from './wayBackOf.ts'

type Linked = Notification & { link: string }

/** The actions of a notification that still apply: a button here, or a link to the page that has it. */
export function ItemActions({ item }: { item: Linked }) {
  const { link, kind } = item
  const message = /^\/dashboard\/messages\/edit\/([\w-]+)/.exec(link)?.[1]
  const cycle = /^\/dashboard\/cycles\/([\w-]+)/.exec(link)?.[1]
  if (message) return <OfMessage id={message} link={link} />
  if (cycle) return <OfCycle id={cycle} link={link} />
  if (kind === 'groups') return <OfGroup link={link} />
  return kind === 'connections' ? (
    <OfConnection item={item} />
  ) : (
    <LinkButton to={link}>Open</LinkButton>
  )
}

/** Its row has what brings it back; it may have come back, or be removed. */
function OfGroup({ link }: { link: string }) {
  const group = useGroups().data?.items.find((one) => rowPath(one) === link)
  return (
    <LinkButton to={link}>{group && isBotOut(group) ? 'Add the bot again' : 'Open'}</LinkButton>
  )
}

function OfMessage({ id, link }: { id: string; link: string }) {
  const { data, isError } = useMessage(id)
  const [unreachable] = useUnreachable(data && isAhead(data.status) ? data.groupIds : [])
  // It may be deleted.
  if (isError) return null
  const label = data?.attention?.action?.label
  const retries = data !== undefined && needsRetry(data)
  return (
    <>
      {retries && canRetryFailed(data) && <RetryFailed message={data} size="sm" />}
      <LinkButton to={link}>
        {label && !retries && LEADING.has(label) ? label : unreachable && !label ? 'Fix' : 'Open'}
      </LinkButton>
    </>
  )
}

/** Labels of links to a message. They say where the link leads: other words would promise that the press already does it. */
const LEADING = new Set(['Fix', 'Reschedule', 'Choose groups', 'Check and answer', 'See why'])

function OfCycle({ id, link }: { id: string; link: string }) {
  const { data, isError } = useCycle(id)
  if (isError) return null
  const action = data?.attention?.action
  return <LinkButton to={action?.href ?? link}>{action?.label ?? 'Open'}</LinkButton>
}

function OfConnection({ item }: { item: Linked }) {
  const label = wayBackOf(item, useConnectionsById().values())
  return <LinkButton to={item.link}>{label ?? 'Open'}</LinkButton>
}

export const LinkButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClasses({ size: 'sm' })}>
    {children}
  </Link>
)
