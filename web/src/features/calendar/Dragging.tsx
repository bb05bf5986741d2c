import type { Send } from '@carillon/contract/calendar'
import {
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { dayName, wallClock } from '../../ui/time/words.ts'
import { ChipFace } from './ChipFace.tsx'
import { isMovable } from './move.ts'

type DraggingProps = {
  moveTo: (send: Send, local: string) => Promise<boolean>
  children: ReactNode
}

/** How far a press travels, in pixels, before it is a drag and no longer a click. */
const DRAG_FROM_PX = 6
/** How long a finger rests, in milliseconds, before it drags instead of scrolling. */
const TOUCH_HOLD_MS = 200
/** How near the edge of the window a drag scrolls it, as a part of its height; small enough that the last row does not scroll. */
const SCROLL_BAND = 0.04

/** A calendar in which sends to come are dragged to another day, or to an hour of it. */
export function Dragging({ moveTo, children }: DraggingProps) {
  const [dragged, setDragged] = useState<Send>()
  const [over, setOver] = useState<string>()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: TOUCH_HOLD_MS, tolerance: 8 } }),
  )
  const target = dragged && over ? localAt(dragged, over) : undefined

  function drop() {
    setDragged(undefined)
    setOver(undefined)
  }
  function onDragEnd({ active, over }: DragEndEvent) {
    drop()
    const send = sendOf(active)
    if (!send || !over || !isMovable(send)) return
    const local = localAt(send, String(over.id))
    if (local !== send.local) void moveTo(send, local)
  }

  return (
    <DndContext
      sensors={sensors}
      // The day under the pointer, however wide what is dragged is drawn.
      collisionDetection={pointerWithin}
      autoScroll={{ threshold: { x: 0, y: SCROLL_BAND } }}
      onDragStart={({ active }) => setDragged(sendOf(active))}
      onDragOver={({ over }: DragOverEvent) => setOver(over ? String(over.id) : undefined)}
      onDragEnd={onDragEnd}
      onDragCancel={drop}
      // The page announces every move itself, dragged or not.
      accessibility={{
        announcements: noAnnouncements,
        screenReaderInstructions: { draggable: '' },
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="grid w-max max-w-64 min-w-full cursor-grabbing rounded-md bg-raised shadow-pop">
            <ChipFace send={dragged} />
            {target && target !== dragged.local && (
              <span data-tabular className="px-2 pb-1 text-xs font-medium text-accent-text">
                → {targetWords(target)}
              </span>
            )}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Where a send can be dropped: a day, `2026-12-01`, or an hour of it, `2026-12-01T09`. */
export function useDropTarget(target: string, disabled: boolean) {
  const { setNodeRef, isOver } = useDroppable({ id: target, disabled })
  return { ref: setNodeRef, over: isOver }
}

const sendOf = (active: DragEndEvent['active']) => active.data.current?.['send'] as Send | undefined

/** When a send that is dropped there will be sent: at its own time, or at its own minute of that hour. */
const localAt = ({ local }: Send, target: string): string =>
  target.includes('T') ? `${target}${local.slice(13, 16)}` : `${target}${local.slice(10, 16)}`

/** `Sat 28 Nov, 09:00`. */
const targetWords = (local: string) => {
  const at = `${local}:00.000Z`
  return `${dayName(at, 'UTC', NEVER)}, ${wallClock(local)}`
}

/** A “now” that is never near, so that the day is written as a date and not as Today. */
const NEVER = 0

const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
