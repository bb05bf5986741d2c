import type { MessageSummary } from '@carillon/contract/messages'
import { TriangleAlert } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { count } from '../../../ui/words.ts'
import { ContentIcon } from '../../compose/content/ContentIcon.tsx'
import { unreachableWords, useUnreachable } from '../../connections/Unreachable.tsx'
import { useMessageActions } from '../actions/useMessageActions.tsx'
import { canRetryFailed, RetryFailed } from '../deliveries/RetryFailed.tsx'
import { needsRetry } from '../list/AttentionOf.tsx'
import { Unconfirmed } from '../list/Unconfirmed.tsx'
import { useMessageList } from '../queries.ts'
import { previewOf } from '../words.ts'

/** How many cards are shown; a button shows the rest. */
const CARDS_MAX = 3

/** All messages that need attention, each with an action that helps. Renders nothing if there are none. */
export function AttentionCards() {
  const messages = useDeferredValue(useMessageList({ attention: 'true' }).data)
  if (!messages || messages.length === 0) return null
  const rest = messages.slice(CARDS_MAX)
  return (
    <section aria-label="Needs attention" className="grid gap-3">
      <h2 className="text-sm font-medium text-muted">Needs attention</h2>
      <ul className="grid items-start gap-3 md:grid-cols-2 lg:grid-cols-3">
        {messages.slice(0, CARDS_MAX).map((message) => (
          // In two columns, the third card takes the full width, so that no hole is beside it.
          <li key={message.id} className="grid md:max-lg:last:odd:col-span-2">
            <AttentionCard message={message} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="text-sm text-muted">
          {count(rest.length, 'more message')} to look at: <MoreLinks messages={rest} />
        </p>
      )}
    </section>
  )
}

function AttentionCard({ message }: { message: MessageSummary }) {
  const { attention, occurrence, status, kind, groupIds } = message
  const lost = useUnreachable(groupIds)
  const { switchOn, busy } = useMessageActions(message)
  const retries = needsRetry(message)
  return (
    <Card className="grid content-between gap-3 border-warn/40 p-4">
      <div className="grid gap-1.5">
        <p className="flex gap-2 font-medium">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 text-warn" />
          <Link
            to={paths.editMessage(message.id)}
            className="line-clamp-2 rounded-sm hover:underline"
          >
            <ContentIcon content={message.content} />
            {previewOf(message)}
          </Link>
        </p>
        <p className="text-sm text-muted">{attention?.text ?? unreachableWords(lost)}</p>
      </div>
      {occurrence && occurrence.unconfirmed > 0 ? (
        <Unconfirmed messageId={message.id} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {retries && canRetryFailed(message) && <RetryFailed message={message} size="sm" />}
          <Link
            to={attention?.action?.href ?? paths.editMessage(message.id)}
            className={
              retries ? 'text-sm text-accent-text hover:underline' : buttonClasses({ size: 'sm' })
            }
          >
            {retries ? 'See what failed' : (attention?.action?.label ?? 'Look at it')}
          </Link>
          {kind === 'automated' && status === 'paused' && (
            <Button size="sm" loading={busy} onClick={() => void switchOn()}>
              Switch it on
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function MoreLinks({ messages }: { messages: MessageSummary[] }) {
  const once = messages.some(({ kind }) => kind === 'scheduled')
  const again = messages.some(({ kind }) => kind === 'automated')
  const look = 'text-accent-text hover:underline'
  return (
    <>
      {again && (
        <Link to="?show=attention" className={look}>
          repeating ones
        </Link>
      )}
      {once && again && ' and '}
      {once && (
        <Link to={`${paths.scheduled}?tab=attention`} className={look}>
          scheduled ones
        </Link>
      )}
    </>
  )
}
