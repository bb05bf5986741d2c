import type { Send } from '@carillon/contract/calendar'
import { useDraggable } from '@dnd-kit/core'
import type { KeyboardEvent } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { cn } from '../../ui/cn.ts'
import { Menu } from '../../ui/Menu.tsx'
import { wallTime } from '../../ui/time/words.ts'
import type { CalendarActions } from './actions.ts'
import { ChipLook } from './ChipLook.tsx'
import { addDays } from './days.ts'
import { followMove, useFollowed } from './focus.ts'
import { isMovable } from './move.ts'
import { SendHead } from './SendHead.tsx'
import { sendItems } from './sendItems.tsx'
import { noteOf, sendKey, sendTitle, sendWords } from './sends.ts'

type SendChipProps = { send: Send } & Pick<CalendarActions, 'onAct' | 'moveTo'>

/** A send on its day. A press opens what can be done; Alt with an arrow moves it by a day or a week. */
export function SendChip({ send, onAct, moveTo }: SendChipProps) {
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
    followMove(sendKey(send), date, moveTo(send, `${date}${send.local.slice(10, 16)}`))
  }

  return (
    <div ref={setNodeRef} {...listeners} className={cn(isDragging && 'opacity-40')}>
      <Menu
        className="w-60"
        head={<SendHead send={send} />}
        trigger={
          <button
            ref={chip}
            type="button"
            // Before the menu, which the arrow down opens.
            onKeyDown={onKeyDown}
            aria-label={labelOf(send, timeZone)}
            {...(movable ? { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' } : {})}
            className={cn(
              'w-full rounded-sm text-left transition-colors hover:bg-hover',
              movable && 'touch-manipulation',
            )}
          >
            <ChipLook send={send} />
          </button>
        }
        items={sendItems(send, onAct)}
      />
    </div>
  )
}

function labelOf(send: Send, timeZone: string): string {
  const { label } = sendWords(send)
  return [wallTime(send.local), sendTitle(send), label, noteOf(send, timeZone)]
    .filter(Boolean)
    .join(', ')
}

const steps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}
