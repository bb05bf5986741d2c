import type { MessageSummary } from '@carillon/contract/messages'
import { TriangleAlert } from 'lucide-react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Unreachable } from '../../connections/Unreachable.tsx'
import { canRetryFailed, RetryFailed } from '../deliveries/RetryFailed.tsx'
import { pendingGroups } from '../pendingGroups.ts'
import { isAhead } from '../words.ts'
import { Unconfirmed } from './Unconfirmed.tsx'

/** The problem of a message, and the action that helps: a button here, or a link to the page that has it. */
export function AttentionOf({ message }: { message: MessageSummary }) {
  const { attention, occurrence, groupIds, status } = message
  if (!attention) {
    const pending = isAhead(status) ? groupIds : pendingGroups(message)
    return <Unreachable among={pending} className="mt-2" />
  }
  const retries = needsRetry(message)
  return (
    <div className="mt-2 grid gap-2">
      <p className="flex gap-2 text-sm text-warn">
        <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
        <span>
          {attention.text}{' '}
          <Link
            to={attention.action?.href ?? paths.editMessage(message.id)}
            className="rounded-sm font-medium text-ink underline underline-offset-4"
          >
            {retries || !attention.action ? 'See what failed' : attention.action.label}
          </Link>
        </span>
      </p>
      {retries && canRetryFailed(message) && (
        <div className="flex flex-wrap gap-2">
          <RetryFailed message={message} size="sm" />
        </div>
      )}
      {occurrence && occurrence.unconfirmed > 0 && <Unconfirmed messageId={message.id} />}
    </div>
  )
}

/** Whether the action that helps is to retry what failed. */
export const needsRetry = ({ attention, occurrence }: MessageSummary): boolean =>
  (attention?.code === 'partly_sent' ||
    (attention?.code === 'failed' && (occurrence?.failed ?? 0) > 0)) &&
  occurrence?.status !== 'sending'
