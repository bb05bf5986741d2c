import type { Message, MessageStatus } from '@carillon/contract/messages'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { exactTime } from '../../ui/time/words.ts'
import { useUnreachable } from '../connections/Unreachable.tsx'
import { GroupName } from '../groups/GroupName.tsx'
import { useGroups } from '../groups/queries.ts'
import { pendingGroups } from './pendingGroups.ts'
import { SentPreview } from './SentPreview.tsx'
import { timeOf } from './timeOf.ts'
import { isGone, isWaiting, reachWords } from './words.ts'

type MessageSummaryProps = {
  message: Message
  /** Opens the form, where it can be changed and sent again to the groups without it. */
  onEdit?: () => void
  children: ReactNode
}

/** What was said in a message that is over, where and when. */
export function MessageSummary({ message, onEdit, children }: MessageSummaryProps) {
  const { timeZone } = useUser()
  const groups = useGroups().data?.items ?? []
  const named = message.groupIds.flatMap((id) => groups.find((group) => group.id === id) ?? [])
  const at = timeOf(message)
  const pending = pendingGroups(message)
  const lost = useUnreachable(pending)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid min-w-0 gap-5">
        <SentPreview message={message} />
        <Card className="grid gap-3 p-4 md:p-5">
          <Fact term="Time">
            {at ? exactTime(at, timeZone) : 'Sent at once, without a timetable.'}
          </Fact>
          <Fact term="Groups">
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {named.map((group) => (
                <GroupName key={group.id} group={group} />
              ))}
              {named.length === 0 && 'All its groups were removed.'}
            </span>
            {message.reach && reachWords(message)}
          </Fact>
          <p className="text-sm text-muted">
            {onEdit
              ? (leftOver[message.status] ?? LEFT_OVER)
              : isWaiting(message)
                ? waitsWords(pending.length, lost.length)
                : message.reach?.left === 0 && !message.occurrence?.unconfirmed
                  ? NONE_LEFT
                  : overWords(message)}
          </p>
          {onEdit && (
            <div>
              <Button onClick={onEdit}>Change and send again</Button>
            </div>
          )}
        </Card>
      </div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </div>
  )
}

const LEFT_OVER = 'Groups that have it do not get it again.'
const leftOver: Partial<Record<MessageStatus, string>> = { failed: 'No group has it.' }

const NONE_LEFT =
  'All its remaining groups have got it. Duplicate it to send something like it again.'

/** What happens to waiting deliveries, of which some groups get nothing in their present state. */
function waitsWords(groups: number, lost: number): string {
  if (lost > 0 && lost === groups) {
    return 'As it is now, what waits is not sent when its time comes. It is sent if that changes before then; pause or cancel it to stop that.'
  }
  return lost > 0
    ? 'What waits is sent later to the groups that can get it then. Pause or cancel it to stop that.'
    : 'What waits is sent later. Pause or cancel it to stop that.'
}

/** Why it cannot be changed, and what can be done instead. */
const overWords = ({ status, occurrence }: Message) =>
  status === 'sent' && occurrence && isGone(occurrence) ? DELETED_AGAIN : reasons[status]

const DELETED_AGAIN =
  'It was deleted from its groups again. Duplicate it to send something like it.'
const reasons: Partial<Record<MessageStatus, string>> = {
  sending: 'It is being sent. Pause or cancel it to stop what has not left yet.',
  sent: 'It was sent. Duplicate it to send something like it again.',
  partly_sent:
    'Confirm for each uncertain copy whether it arrived. Then the message can be changed for the groups without it.',
  canceled: 'It was cancelled and will not be sent. Duplicate it to use it again.',
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <dl className="grid gap-0.5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd>{children}</dd>
    </dl>
  )
}
