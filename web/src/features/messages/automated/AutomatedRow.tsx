import type { MessageSummary } from '@carillon/contract/messages'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { StatusDot } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { inClock } from '../../../ui/time/words.ts'
import { MessageActions } from '../actions/MessageActions.tsx'
import { AttentionOf } from '../list/AttentionOf.tsx'
import { GroupsOf } from '../list/GroupsOf.tsx'
import { RunMenu } from '../runs/RunMenu.tsx'
import { isSending, previewOf, progressWords } from '../words.ts'
import { OnSwitch } from './OnSwitch.tsx'
import { Results } from './Results.tsx'

/** One automated message: what it says, by which rule, what comes next and how the last times went. */
export function AutomatedRow({ message }: { message: MessageSummary }) {
  const { words, lastResults, status } = message
  return (
    <div className="px-4 py-3.5 md:px-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-2.5 md:grid-cols-[5.75rem_minmax(0,1fr)_13.5rem_7.5rem_auto]">
        <div className="order-2 flex justify-end pt-0.5 md:order-none md:justify-start">
          <OnSwitch message={message} />
        </div>
        <div className="grid gap-0.5">
          <Link
            to={paths.editMessage(message.id)}
            className="line-clamp-2 rounded-sm font-medium hover:underline md:line-clamp-1"
          >
            {previewOf(message)}
          </Link>
          <span className="text-sm">{words ? inClock(capital(words)) : 'No timetable yet'}</span>
          <GroupsOf {...message} />
        </div>
        <div className="order-3 md:order-none">
          <Next message={message} />
        </div>
        <div className="order-5 md:order-none">
          {status !== 'draft' && <Results results={lastResults} />}
        </div>
        <div className="order-4 justify-self-end md:order-none md:-mt-1">
          <MessageActions message={message} opens />
        </div>
      </div>
      <AttentionOf message={message} />
    </div>
  )
}

/** What is under way, else the next runs, else why there are none. */
function Next({ message }: { message: MessageSummary }) {
  const { status, nextRuns, pausedUntil, occurrence } = message
  const { timeZone } = useUser()
  return (
    <div className="grid justify-items-start gap-1 text-sm">
      {occurrence && isSending(message) && (
        <span data-figures className="flex items-center gap-2 text-accent-text">
          <StatusDot tone="busy" pulsing /> {progressWords(occurrence)}
        </span>
      )}
      {status === 'paused' && (
        <span className="text-muted">
          {pausedUntil ? (
            <>
              Paused until <Time at={pausedUntil} zone={timeZone} as="short" />
            </>
          ) : (
            'Paused'
          )}
        </span>
      )}
      {status === 'active' && nextRuns.length === 0 && (
        <span className="text-muted">No time to come</span>
      )}
      {nextRuns.length > 0 && (
        <ul aria-label="Next runs" className="-ml-1.5 grid">
          {nextRuns.map((run, index) => (
            <li key={run.slotAt}>
              <RunMenu message={message} run={run} first={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
