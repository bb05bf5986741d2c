import type { Send } from '@carillon/contract/calendar'
import { Ellipsis } from 'lucide-react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Menu } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/Status.tsx'
import { hour12 } from '../../ui/time/locale.ts'
import { wallClock } from '../../ui/time/words.ts'
import { drawnWords } from '../compose/content/drawnWords.ts'
import type { CalendarActions } from './actions.ts'
import { GroupsOfSend } from './SendHead.tsx'
import { sendItems } from './sendItems.tsx'
import { KeptMarks } from './KeptMarks.tsx'
import { SendName } from './SendName.tsx'
import { sendPath, sendTitle, sendWords } from './sends.ts'
import { noteOf } from './words.ts'

type SendLineProps = Pick<CalendarActions, 'onAct'> & {
  send: Send
  /** It is of the series that a person wants to see. */
  isMarked?: boolean
  /** The dialog gives it the focus when it opens. */
  isFirst?: boolean
}

/** A send on its own line: time, name, status and actions. */
export function SendLine({ send, onAct, isMarked, isFirst }: SendLineProps) {
  const { timeZone } = useUser()
  const { label, tone } = sendWords(send)
  const note = [noteOf(send, timeZone), send.reason].filter(Boolean).join(' ')
  return (
    <li
      className={cn(
        'flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0',
        isMarked && 'bg-hover',
      )}
    >
      <time
        dateTime={send.at}
        className={cn(
          'pt-px text-sm font-medium whitespace-nowrap',
          hour12 ? 'min-w-[4.25rem]' : 'min-w-10',
        )}
      >
        {wallClock(send.local)}
      </time>
      <span className="grid flex-1 gap-0.5 text-sm">
        <Link
          to={sendPath(send, paths)}
          data-autofocus={isFirst || undefined}
          dir="auto"
          className={cn(
            'truncate rounded-sm text-left text-base hover:underline',
            send.status !== 'planned' && 'text-muted',
          )}
        >
          <SendName send={send} />
        </Link>
        <span className="flex items-center gap-1.5 text-muted">
          <StatusDot tone={tone} pulsing={send.status === 'sending'} />
          {[label, drawnWords(send)].filter(Boolean).join(' · ')}
          <KeptMarks send={send} />
        </span>
        <GroupsOfSend send={send} />
        {note && <span className="text-warn">{note}</span>}
      </span>
      <Menu
        trigger={
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label={`Actions for ${sendTitle(send)} of ${wallClock(send.local)}`}
          >
            <Ellipsis size={16} aria-hidden />
          </Button>
        }
        items={sendItems(send, onAct)}
      />
    </li>
  )
}
