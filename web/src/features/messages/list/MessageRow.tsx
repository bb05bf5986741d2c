import type { MessageSummary } from '@carillon/contract/messages'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { quietWords } from '../../groups/words.ts'
import { MessageActions } from '../actions/MessageActions.tsx'
import { timeOf } from '../when.ts'
import { isAhead, messageWords, previewOf, progressWords } from '../words.ts'
import { AttentionOf } from './AttentionOf.tsx'
import { GroupsOf } from './GroupsOf.tsx'

type MessageRowProps = { message: MessageSummary; chosen: boolean; onChoose: (on: boolean) => void }

/** One message in a list. It can be chosen, to do something with many at once. */
export function MessageRow({ message, chosen, onChoose }: MessageRowProps) {
  const words = messageWords[message.status]
  const preview = previewOf(message)
  return (
    <div className="flex items-start gap-3 px-4 py-3.5 md:px-5">
      <input
        type="checkbox"
        aria-label={`Choose “${preview}”`}
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
        className="mt-0.5 md:mt-3"
      />
      <div className="flex-1">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_11rem_auto_auto] md:items-center">
          <div className="grid min-w-0 gap-0.5">
            <Link
              to={paths.editMessage(message.id)}
              className="line-clamp-2 rounded-sm font-medium hover:underline md:line-clamp-1"
            >
              {preview}
            </Link>
            <GroupsOf {...message} />
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
        <AttentionOf message={message} />
      </div>
    </div>
  )
}

/** When it goes or went, in the person's own zone. */
function When({ message }: { message: MessageSummary }) {
  const { status, occurrence, updatedAt, nextRuns } = message
  const { timeZone } = useUser()
  if (status === 'draft') {
    return (
      <span className="text-sm text-muted">
        Changed <Time at={updatedAt} zone={timeZone} as="ago" />
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
  const quiet = nextRuns[0]?.quiet
  return (
    <span className="grid text-sm">
      <Time at={at} zone={timeZone} as="short" className="font-medium" />
      <Time at={at} zone={timeZone} as={isAhead(status) ? 'ahead' : 'ago'} className="text-muted" />
      {quiet && <span className="text-muted">{quietWords(quiet, timeZone)}</span>}
    </span>
  )
}
