import type { MessageSummary } from '@carillon/contract/messages'
import { TriangleAlert } from 'lucide-react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Unconfirmed } from './Unconfirmed.tsx'

/** What a person should look at, and the way to mend it. */
export function AttentionOf({ message }: { message: MessageSummary }) {
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
