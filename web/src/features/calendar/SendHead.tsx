import type { Send } from '@carillon/contract/calendar'
import { useUser } from '../../api/session/useSession.ts'
import { StatusDot } from '../../ui/Status.tsx'
import { wallTime } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'
import { drawnWords } from '../compose/content/drawnWords.ts'
import { GroupName, useGroup } from '../groups/GroupName.tsx'
import { SendName } from './SendName.tsx'
import { sendWords } from './sends.ts'
import { noteOf } from './words.ts'

/** A send, above its actions. */
export function SendHead({ send }: { send: Send }) {
  const { timeZone } = useUser()
  const { label, tone } = sendWords(send)
  const note = [noteOf(send, timeZone), send.reason].filter(Boolean).join(' ')
  return (
    <div className="grid gap-0.5 px-2.5 pt-1.5 pb-2 text-sm">
      <p dir="auto" className="line-clamp-2 text-left font-medium">
        <SendName send={send} />
      </p>
      <p className="flex items-center gap-1.5 text-muted">
        <StatusDot tone={tone} />{' '}
        {[label, wallTime(send.local), drawnWords(send)].filter(Boolean).join(' · ')}
      </p>
      <GroupsOfSend send={send} />
      {note && <p className="text-warn">{note}</p>}
    </div>
  )
}

/** Its first group, and the number of the others. */
export function GroupsOfSend({ send: { groupId, groups } }: { send: Send }) {
  const first = useGroup(groupId)
  if (groups === 0) return <p className="text-warn">It has no group to go to.</p>
  if (!first) return <p className="text-muted">{count(groups, 'group')}</p>
  return (
    <p className="flex items-center gap-1.5 text-muted">
      <GroupName group={first} />
      {groups > 1 && <span className="shrink-0">and {groups - 1} more</span>}
    </p>
  )
}
