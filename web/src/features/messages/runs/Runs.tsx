import type { Exception, Message } from '@carillon/contract/messages'
import { zoneCity } from '@carillon/contract/zones'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { wallTime } from '../../../ui/time/words.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import { toZone } from '../../schedule/when.ts'
import { actWords } from '../../series/runItems.ts'
import { RunMenu } from './RunMenu.tsx'
import { useChangeRun } from './useChangeRun.ts'

/** The next runs of a series, and those that differ from it. */
export function Runs({ message }: { message: Message }) {
  const { nextRuns, exceptions, schedule } = message
  const { timeZone } = useUser()
  if (nextRuns.length === 0 && exceptions.length === 0) return null
  return (
    <Card aria-label="Single runs">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted">
        Single runs
        {schedule && schedule.timeZone !== timeZone && (
          <span className="font-normal">, in {zoneCity(timeZone)} time</span>
        )}
      </h2>
      <div className="grid gap-3 px-4 py-3">
        {nextRuns.length > 0 && (
          <ul aria-label="The next ones" className="-ml-1.5 grid gap-0.5 text-sm">
            {nextRuns.map((run, index) => (
              <li key={run.slotAt}>
                <RunMenu message={message} run={run} first={index === 0} />
              </li>
            ))}
          </ul>
        )}
        {exceptions.length > 0 && (
          <ul aria-label="Changed ones" className="grid gap-1.5">
            {exceptions.map((exception) => (
              <Changed
                key={`${exception.slotAt} ${exception.following ?? ''}`}
                message={message}
                exception={exception}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Changed({ message, exception }: { message: Message; exception: Exception }) {
  const { change, busy } = useChangeRun(message)
  const { slotAt, local, following, moveTo } = exception
  // A run that was moved cannot go back once its own time has passed.
  const now = useNow()
  const { timeZone } = useUser()
  const wallTimeOf = (of: string) =>
    wallTime(toZone(of, { from: message.schedule?.timeZone ?? 'UTC', to: timeZone }))
  // While this run also has a change of its own, only that one offers Undo.
  const hasOwn = message.exceptions.some((one) => one.slotAt === slotAt && !one.following)
  return (
    <li className="flex items-center justify-between gap-3 text-sm">
      <span>
        {wallTimeOf(local)}:{' '}
        <span className="text-muted">{changeWords(exception, wallTimeOf)}</span>
      </span>
      {!(following && hasOwn) && !(moveTo && Date.parse(slotAt) <= now) && (
        <Button
          size="sm"
          loading={busy}
          onClick={() =>
            void change(slotAt, { restore: true }, following ? LASTING : actWords.restore)
          }
        >
          Undo change
        </Button>
      )}
    </li>
  )
}

const LASTING = 'The runs have the text of the series again'

/** How a run differs from its series. */
function changeWords(
  { skip, moveTo, content, following }: Exception,
  wallTimeOf: (local: string) => string,
): string {
  if (skip) return 'skipped'
  return [
    moveTo ? `moved to ${wallTimeOf(moveTo)}` : '',
    content ? `own text${following ? ' from then on' : ''}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
