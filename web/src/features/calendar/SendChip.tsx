import type { Send } from '@carillon/contract/calendar'
import { useDraggable } from '@dnd-kit/core'
import { CalendarClock, Clock, ExternalLink, Moon } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { cn } from '../../ui/cn.ts'
import { Menu } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/Status.tsx'
import { wallClock, wallTime } from '../../ui/time/words.ts'
import { addDays } from './days.ts'
import { followMove, useFollowed } from './focus.ts'
import type { CalendarActions } from './Grid.tsx'
import { isMovable } from './move.ts'
import { noteOf, sendKey, sendPath, sendTitle, sendWords } from './sends.ts'

type SendChipProps = { send: Send } & Pick<CalendarActions, 'onMove' | 'moveToDay'>

/** A send on its day. A press opens what can be done; Alt with an arrow moves it by a day or a week. */
export function SendChip({ send, onMove, moveToDay }: SendChipProps) {
  const { timeZone } = useUser()
  const movable = isMovable(send)
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: sendKey(send),
    data: { send },
    disabled: !movable,
  })

  const chip = useFollowed(sendKey(send))

  function onKeyDown(event: KeyboardEvent) {
    const days = event.altKey ? steps[event.key] : undefined
    if (days === undefined || !movable) return
    event.preventDefault()
    const date = addDays(send.local.slice(0, 10), days)
    followMove(sendKey(send), date, moveToDay(send, date))
  }

  return (
    <div ref={setNodeRef} {...listeners} className={cn(isDragging && 'opacity-40')}>
      <Menu
        trigger={
          <button
            ref={chip}
            type="button"
            // Before the menu, which the arrow down opens.
            onKeyDown={onKeyDown}
            aria-label={labelOf(send, timeZone)}
            {...(movable ? { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' } : {})}
            title={noteOf(send, timeZone) || undefined}
            className={cn(
              'w-full rounded-md text-left hover:bg-hover',
              movable && 'touch-manipulation',
            )}
          >
            <ChipLook send={send} />
          </button>
        }
        items={[
          {
            label: send.source === 'cycle' ? 'Open the cycle' : 'Open the message',
            icon: ExternalLink,
            link: leadingTo(sendPath(send, paths)),
          },
          movable && { label: 'Move…', icon: CalendarClock, onSelect: () => onMove(send) },
        ]}
      />
    </div>
  )
}

/** How a send looks on its day. */
export function ChipLook({ send }: { send: Send }) {
  const over = send.status !== 'planned' && send.status !== 'sending'
  const out = send.status === 'skipped' || send.changed === 'skipped'
  return (
    <span
      className={cn(
        'flex h-5.5 items-center gap-1.5 px-1.5 text-xs',
        over && 'text-muted',
        out && 'line-through',
      )}
    >
      <StatusDot tone={sendWords(send).tone} pulsing={send.status === 'sending'} />
      <span data-figures className="shrink-0 font-medium">
        {wallClock(send.local)}
      </span>
      <span className="truncate">{sendTitle(send)}</span>
      {send.quiet && <Moon size={12} aria-hidden className="ml-auto shrink-0 text-muted" />}
      {send.mark && <Clock size={12} aria-hidden className="ml-auto text-warn" />}
    </span>
  )
}

function labelOf(send: Send, timeZone: string): string {
  const { label } = sendWords(send)
  return [wallTime(send.local), sendTitle(send), label, noteOf(send, timeZone)]
    .filter(Boolean)
    .join(', ')
}

const leadingTo = (path: string) => (words: ReactNode) => <Link to={path}>{words}</Link>

const steps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}
