import { plain } from '@carillon/contract/content/markup'
import type { Message } from '@carillon/contract/messages'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '../../../api/session/useSession.ts'
import { paths } from '../../../app/paths.ts'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useGroups } from '../../groups/queries.ts'
import { count } from '../../groups/words.ts'
import { MessageActions } from '../actions/MessageActions.tsx'
import { timeOf } from '../when.ts'
import { messageWords, progressWords } from '../words.ts'
import { Unconfirmed } from './Unconfirmed.tsx'

/** How much of a text a list shows, in characters; the rest is one press away. */
const PREVIEW_MAX = 160

/** One message in a list. */
export function MessageRow({ message }: { message: Message }) {
  const words = messageWords[message.status]
  return (
    <li className="border-b border-line px-4 py-3.5 last:border-0 md:px-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_11rem_auto_auto] md:items-center">
        <div className="grid min-w-0 gap-0.5">
          <Link
            to={paths.editMessage(message.id)}
            className="line-clamp-2 rounded-sm font-medium hover:underline md:line-clamp-1"
          >
            {previewOf(message)}
          </Link>
          <GroupsOf message={message} />
        </div>
        <div className="order-3 md:order-none">
          <When message={message} />
        </div>
        <div className="order-4 flex justify-end md:order-none md:w-32">
          <Badge tone={words.tone} {...(words.moving ? { pulsing: true } : {})}>
            {words.label}
          </Badge>
        </div>
        <div className="order-2 justify-self-end md:order-none">
          <MessageActions message={message} opens />
        </div>
      </div>
      <Attention message={message} />
    </li>
  )
}

function previewOf({ title, content }: Message): string {
  const text = plain(content.text).replaceAll(/\s+/g, ' ').trim()
  return title || text.slice(0, PREVIEW_MAX) || 'No text yet'
}

/** Where it goes: the first two by name. */
function GroupsOf({ message }: { message: Message }) {
  const groups = useGroups().data?.items
  const { groupIds } = message
  const titles = groupIds
    .slice(0, 2)
    .flatMap((id) => groups?.find((group) => group.id === id)?.title ?? [])
  const rest = groupIds.length - titles.length
  return (
    <span className="truncate text-sm text-muted">
      {groupIds.length === 0
        ? 'No group chosen'
        : titles.length === 0
          ? count(groupIds.length, 'group')
          : titles.join(', ') + (rest > 0 ? ` and ${rest} more` : '')}
    </span>
  )
}

/** When it goes or went, in the person's own zone. */
function When({ message }: { message: Message }) {
  const { status, occurrence, updatedAt } = message
  const { timeZone } = useUser()
  if (status === 'draft') {
    return (
      <span className="text-sm text-muted">
        Changed <Time at={updatedAt} zone={timeZone} />
      </span>
    )
  }
  if (status === 'sending' && occurrence) {
    return (
      <span data-figures className="text-sm text-muted">
        {progressWords(occurrence)}
      </span>
    )
  }
  const at = timeOf(message)
  if (!at) return null
  return (
    <span className="grid text-sm">
      <Time at={at} zone={timeZone} as="short" className="font-medium" />
      <Time at={at} zone={timeZone} className="text-muted" />
    </span>
  )
}

/** What a person should look at, and the way to mend it. */
function Attention({ message }: { message: Message }) {
  const { attention, occurrence } = message
  if (!attention) return null
  return (
    <div className="mt-2 grid gap-2">
      <p className="flex gap-2 text-sm text-warn">
        <TriangleAlert size={14} aria-hidden className="mt-[3px]" />
        <span>
          {attention.text}{' '}
          {attention.action && (
            <Link
              to={attention.action.href ?? paths.editMessage(message.id)}
              className="rounded-sm font-medium text-ink underline underline-offset-4"
            >
              {attention.action.label}
            </Link>
          )}
        </span>
      </p>
      {occurrence && occurrence.unconfirmed > 0 && <Unconfirmed messageId={message.id} />}
    </div>
  )
}
