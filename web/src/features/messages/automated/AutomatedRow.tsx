import type { MessageSummary } from '@carillon/contract/messages'
import { useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { StatusDot } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { inLocale } from '../../../ui/time/inLocale.ts'
import { capital } from '../../../ui/words.ts'
import { ContentIcon } from '../../compose/content/ContentIcon.tsx'
import { MessageActions } from '../actions/MessageActions.tsx'
import { AttentionOf } from '../list/AttentionOf.tsx'
import { GroupsOf } from '../list/GroupsOf.tsx'
import { RunMenu } from '../runs/RunMenu.tsx'
import { isSending, noGroupWords, previewOf, progressWords } from '../words.ts'
import { MessageSwitch } from './MessageSwitch.tsx'
import { Results } from './Results.tsx'

/** One automated message: its text, its schedule, its next run and its last results. */
export function AutomatedRow({ message }: { message: MessageSummary }) {
  const { words, lastResults, status } = message
  return (
    <div className="py-3.5 pr-3 pl-4 transition-colors hover:bg-hover/40 md:pr-4 md:pl-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_14rem_7.5rem_auto_auto]">
        <div className="grid gap-0.5">
          <Link
            to={paths.editMessage(message.id)}
            data-row
            dir="auto"
            className="line-clamp-2 rounded-sm text-left text-md font-medium hover:underline md:line-clamp-1"
          >
            <ContentIcon content={message.content} />
            {previewOf(message)}
          </Link>
          <span className="line-clamp-2 text-sm text-muted">
            {words ? inLocale(capital(words)) : 'No timetable yet'}
          </span>
          <GroupsOf {...message} none={noGroupWords(message)} />
        </div>
        <div className="order-3 col-span-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 lg:order-none lg:col-span-2 lg:grid lg:grid-cols-subgrid">
          <Next message={message} />
          {status !== 'draft' && <Results results={lastResults} />}
        </div>
        <div className="flex min-w-9 justify-end pt-0.5">
          <MessageSwitch message={message} />
        </div>
        <div className="-mt-1">
          <MessageActions message={message} opens />
        </div>
      </div>
      <AttentionOf message={message} />
    </div>
  )
}

/** The present run, else the next one, else why there is none. */
function Next({ message }: { message: MessageSummary }) {
  const { status, nextRuns, pausedUntil, occurrence } = message
  const { timeZone } = useUser()
  return (
    <div className="grid justify-items-start gap-1 text-sm">
      {occurrence && isSending(message) && (
        <span data-tabular className="flex items-center gap-2 text-busy">
          <StatusDot tone="busy" pulsing /> {progressWords(occurrence)}
        </span>
      )}
      {status === 'paused' && (
        <span className="text-muted">
          {pausedUntil ? (
            <>
              Pause ends: <Time at={pausedUntil} zone={timeZone} as="short" />
            </>
          ) : (
            'Paused'
          )}
        </span>
      )}
      {status === 'active' && nextRuns.length === 0 && (
        <span className="text-muted">No upcoming run</span>
      )}
      {nextRuns.length > 0 && <NextRuns message={message} />}
    </div>
  )
}

/** The next run; a button shows the following ones. */
function NextRuns({ message }: { message: MessageSummary }) {
  const [all, setAll] = useState(false)
  const { nextRuns } = message
  const rest = nextRuns.length - 1
  const more = rest > 0 && (
    <button
      type="button"
      aria-expanded={all}
      aria-label={all ? 'Show fewer: the next run only' : `+${rest} more: show more runs`}
      onClick={() => setAll(!all)}
      className="relative h-5 rounded-md px-1 text-xs whitespace-nowrap text-muted tabular-nums before:absolute before:-inset-2 before:content-[''] hover:text-ink"
    >
      {all ? 'Show fewer' : `+${rest} more`}
    </button>
  )
  return (
    <ul aria-label="Next runs" className="-ml-1.5 grid">
      {(all ? nextRuns : nextRuns.slice(0, 1)).map((run, index) => (
        <li key={run.slotAt}>
          <RunMenu message={message} run={run} first={index === 0}>
            {index === 0 && more}
          </RunMenu>
        </li>
      ))}
    </ul>
  )
}
