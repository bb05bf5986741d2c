import type { Occurrence } from '@carillon/contract/deliveries'
import type { MessageSummary } from '@carillon/contract/messages'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { ContentIcon } from '../../compose/content/ContentIcon.tsx'
import { useUnreachable } from '../../connections/Unreachable.tsx'
import { keptWords } from '../../groups/delayWords.ts'
import { MessageActions } from '../actions/MessageActions.tsx'
import { localOf } from '../../schedule/when.ts'
import { timeOf } from '../timeOf.ts'
import {
  deletedWords,
  isAhead,
  mostlySaid,
  noGroupWords,
  previewOf,
  progressWords,
  stateWords,
  waitingWords,
} from '../words.ts'
import { AttentionOf } from './AttentionOf.tsx'
import { GroupsOf } from './GroupsOf.tsx'
import { RowTick } from './RowTick.tsx'

type MessageRowProps = {
  message: MessageSummary
  /** The day in the heading above. */
  day: string | undefined
  chosen: boolean
  /** Whether rows are being selected. */
  choosing: boolean
  onChoose: (on: boolean) => void
}

/** One message in a list. It can be selected, to do something with many at once. */
export function MessageRow({ message, day, chosen, choosing, onChoose }: MessageRowProps) {
  const words = stateWords(message)
  const content = mostlySaid(message)
  const preview = previewOf({ ...message, content })
  return (
    <div
      className={cn(
        'relative py-3.5 pr-3 transition-colors hover:bg-hover/40 md:pr-4 md:pl-11',
        choosing ? 'pl-11' : 'pl-4',
      )}
    >
      <RowTick
        label={`Select “${preview}”`}
        checked={chosen}
        shown={choosing}
        onChange={onChoose}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto_auto]">
        <div className="grid gap-0.5">
          <Link
            to={paths.editMessage(message.id)}
            data-row
            dir="auto"
            className="line-clamp-2 rounded-sm text-left text-md font-medium hover:underline md:line-clamp-1"
          >
            <ContentIcon content={content} />
            {preview}
          </Link>
          <GroupsOf {...message} note={deletedWords(message)} none={noGroupWords(message)} />
        </div>
        <div className="order-3 col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 md:order-none md:col-span-1 md:justify-end">
          {/* On a phone the badge stays beside it, however much it says. */}
          <span className="max-md:flex-1 md:contents">
            <When message={message} day={day} />
          </span>
          <span className="flex md:min-w-28 md:justify-end">
            <Badge tone={words.tone} {...(words.moving ? { pulsing: true } : {})}>
              {words.label}
            </Badge>
          </span>
        </div>
        <div className="justify-self-end md:-mt-1">
          <MessageActions message={message} opens />
        </div>
      </div>
      <AttentionOf message={message} />
    </div>
  )
}

type ProgressProps = { occurrence: Occurrence; reach: MessageSummary['reach'] }

/** How far it is, and until when the rest waits. It does not say so of groups that get nothing after that either. */
function Progress({ occurrence, reach }: ProgressProps) {
  const { timeZone } = useUser()
  const now = useNow()
  const { waiting } = occurrence
  const lost = useUnreachable(waiting?.groupIds ?? [])
  const isLost = waiting !== null && lost.length >= waiting.count
  return (
    <span data-tabular className="max-w-72 text-sm text-muted">
      {(!isLost && waitingWords(occurrence, timeZone, now, reach)) || progressWords(occurrence)}
    </span>
  )
}

/** Its time in the user's time zone; with the day if the heading does not have it. */
function When({ message, day }: { message: MessageSummary; day: string | undefined }) {
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
    return <Progress occurrence={occurrence} reach={message.reach} />
  }
  const at = timeOf(message)
  if (!at) return null
  const kept = nextRuns[0] && keptWords(nextRuns[0], timeZone)
  const sameDay = localOf(new Date(at), timeZone).slice(0, 10) === day
  return (
    <span className="grid text-sm md:justify-items-end">
      {/* Beside one another, so that the times of all rows stand below one another. */}
      <span className="flex flex-wrap gap-x-2">
        <Time at={at} zone={timeZone} as={sameDay ? 'clock' : 'short'} className="font-medium" />
        <Time
          at={at}
          zone={timeZone}
          as={isAhead(status) ? 'ahead' : 'ago'}
          className="text-muted md:min-w-36"
        />
      </span>
      {kept && <span className="text-muted">{kept}</span>}
    </span>
  )
}
