import type { Send } from '@carillon/contract/calendar'
import { CalendarClock, ExternalLink, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { runItems } from '../series/runItems.ts'
import type { CalendarActions } from './actions.ts'
import { isMovable } from './move.ts'
import { sendPath } from './sends.ts'

/** The items of a send's menu: those of its run, and a link to its source. */
export function sendItems(
  send: Send,
  onAct: CalendarActions['onAct'],
): (MenuEntry | '-' | false)[] {
  const open: MenuEntry = {
    label: send.source === 'cycle' ? 'Open the cycle' : 'Open the message',
    icon: ExternalLink,
    link: leadingTo(sendPath(send, paths)),
  }
  if (isRun(send)) {
    const ends = send.source === 'message'
    return [open, '-', ...runItems(send.changed, (act) => onAct(send, act), { ends })]
  }
  if (!isMovable(send)) return [open]
  return [
    open,
    { label: 'Move…', icon: CalendarClock, onSelect: () => onAct(send, 'move') },
    '-',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => onAct(send, 'delete') },
  ]
}

/** Whether it is a run of a series that can still be changed or restored. */
const isRun = ({ kind, slotAt, occurrenceId }: Send) =>
  occurrenceId === null && kind !== 'scheduled' && slotAt !== null

const leadingTo = (path: string) => (words: ReactNode) => <Link to={path}>{words}</Link>
