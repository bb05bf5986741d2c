import type { Send } from '@carillon/contract/calendar'
import { CalendarClock } from 'lucide-react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { StatusDot } from '../../ui/Status.tsx'
import { wallClock } from '../../ui/time/words.ts'
import { count } from '../groups/words.ts'
import { isMovable } from './move.ts'
import { noteOf, sendPath, sendTitle, sendWords } from './sends.ts'

/** A send on a line of its own: when, what, how it fares, and the way to move it. */
export function SendLine({ send, onMove }: { send: Send; onMove: (send: Send) => void }) {
  const { timeZone } = useUser()
  const { label, tone } = sendWords(send)
  const note = [noteOf(send, timeZone), send.reason].filter(Boolean).join(' ')
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <time dateTime={send.at} className="pt-px text-sm font-medium">
        {wallClock(send.local)}
      </time>
      <span className="grid flex-1">
        <Link
          to={sendPath(send, paths)}
          className={cn(
            'truncate rounded-sm hover:underline',
            send.status !== 'planned' && 'text-muted',
          )}
        >
          {sendTitle(send)}
        </Link>
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <StatusDot tone={tone} pulsing={send.status === 'sending'} />
          {label} · {count(send.groups, 'group')}
        </span>
        {note && <span className="text-sm text-warn">{note}</span>}
      </span>
      {isMovable(send) && (
        <Button
          variant="plain"
          size="sm"
          icon
          aria-label={`Move ${sendTitle(send)} of ${wallClock(send.local)}`}
          onClick={() => onMove(send)}
        >
          <CalendarClock size={16} aria-hidden />
        </Button>
      )}
    </li>
  )
}
