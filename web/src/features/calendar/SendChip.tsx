import type { Send } from '@carillon/contract/calendar'
import { useDraggable } from '@dnd-kit/core'
import type { KeyboardEvent } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { cn } from '../../ui/cn.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { CalendarActions } from './actions.ts'
import { ChipFace } from './ChipFace.tsx'
import { dayWords } from './days.ts'
import { useFollowed } from './focus.ts'
import { isMovable } from './move.ts'
import { SendHead } from './SendHead.tsx'
import { sendItems } from './sendItems.tsx'
import { sendKey, sendWords } from './sends.ts'
import { noteOf } from './words.ts'

type SendChipProps = { send: Send } & Pick<CalendarActions, 'onAct' | 'onArrow'>

/** A send on its day. A press opens its menu; Alt with an arrow key moves it. */
export function SendChip({ send, onAct, onArrow }: SendChipProps) {
  const { timeZone } = useUser()
  const movable = isMovable(send)
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: sendKey(send),
    data: { send },
    disabled: !movable,
  })

  const chip = useFollowed(sendKey(send))

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey && movable && onArrow(send, event.key)) event.preventDefault()
  }

  return (
    <div ref={setNodeRef} {...listeners} className={cn(isDragging && 'opacity-40')}>
      <Menu
        className="w-64"
        head={<SendHead send={send} />}
        trigger={
          <button
            ref={chip}
            type="button"
            // Runs before the menu handles the key, because arrow down opens the menu.
            onKeyDown={onKeyDown}
            {...(movable ? { 'aria-keyshortcuts': ARROWS } : {})}
            className={cn(
              'w-full rounded-sm text-left transition-colors hover:bg-hover',
              movable && 'touch-manipulation',
            )}
          >
            {/* Its name has all words that it shows, in their order, so that it can be called by them. */}
            <span className="sr-only">{dayWords(send.local.slice(0, 10))} </span>
            <ChipFace send={send} />
            <span className="sr-only">, {stateOf(send, timeZone)}</span>
          </button>
        }
        items={sendItems(send, onAct)}
      />
    </div>
  )
}

const stateOf = (send: Send, timeZone: string) =>
  [sendWords(send).label, noteOf(send, timeZone)].filter(Boolean).join(', ')

const ARROWS = 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown'
