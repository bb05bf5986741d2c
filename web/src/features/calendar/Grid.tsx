import type { Send } from '@carillon/contract/calendar'
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { weekdays } from '../schedule/timetable.ts'
import { weekdayWords } from '../schedule/words.ts'
import { DayCell } from './DayCell.tsx'
import { isMovable, type CalendarDay } from './move.ts'
import { ChipLook } from './SendChip.tsx'

export type CalendarSheet = {
  weeks: string[][]
  byDate: Map<string, CalendarDay>
  today: string
  /** The month that is looked at; the days of others are muted. */
  month: string | undefined
}

export type CalendarActions = {
  onOpen: (date: string) => void
  onMove: (send: Send) => void
  moveToDay: (send: Send, date: string) => Promise<boolean>
}

/** How far a press travels, in pixels, before it is a drag and no longer a click. */
const DRAG_FROM_PX = 6
/** How long a finger rests, in milliseconds, before it drags instead of scrolling. */
const TOUCH_HOLD_MS = 200

/** The sheet of a month or a week. Sends to come can be dragged to another day. */
export function Grid({ stale, ...props }: CalendarSheet & CalendarActions & { stale: boolean }) {
  const { weeks, byDate, moveToDay } = props
  const [dragged, setDragged] = useState<Send>()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: TOUCH_HOLD_MS, tolerance: 8 } }),
  )

  function onDragEnd({ active, over }: DragEndEvent) {
    setDragged(undefined)
    const send = active.data.current?.['send'] as Send | undefined
    if (send && over && isMovable(send)) void moveToDay(send, String(over.id))
  }

  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => setDragged(active.data.current?.['send'] as Send | undefined)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(undefined)}
      // The page announces every move itself, dragged or not.
      accessibility={{ announcements: quiet, screenReaderInstructions: { draggable: '' } }}
    >
      <div
        className={cn(
          'overflow-hidden rounded-lg border border-line bg-line transition-opacity',
          stale && 'opacity-60',
        )}
      >
        <div aria-hidden className="grid grid-cols-7 gap-px border-b border-line bg-surface">
          {weekdays.map((day) => (
            <span key={day} className="px-2 py-1.5 text-xs font-medium text-muted">
              {weekdayWords[day].slice(0, 3)}
            </span>
          ))}
        </div>
        <div className="grid grid-cols-7 gap-px">
          {weeks.flat().map((date) => (
            <DayCell
              key={date}
              date={date}
              day={byDate.get(date)}
              tall={weeks.length === 1}
              {...props}
            />
          ))}
        </div>
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="cursor-grabbing rounded-md bg-raised shadow-pop">
            <ChipLook send={dragged} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const quiet = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
