import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'

type ReorderProps = {
  /** The things by id, in their order. */
  ids: readonly string[]
  onMove: (from: number, to: number) => void
  /** The name of a thing, drawn at the pointer during a drag. */
  noun: string
  children: ReactNode
}

/** How far a press must move to become a drag, in pixels. */
const DRAG_FROM_PX = 4

/** How near the edge of the window a drag scrolls the window, as a fraction of its height. */
const SCROLL_BAND = 0.12

type Move = { from: number; to: number }
const Target = createContext<Move | undefined>(undefined)

/** A list whose cards are moved by dragging their handles, by mouse or finger. */
export function Reorder({ ids, onMove, noun, children }: ReorderProps) {
  const [target, setTarget] = useState<Move>()
  const sensors = useSensors(
    // A handle does not scroll the page, so a finger can drag it at once.
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
  )
  const drop = () => setTarget(undefined)
  function moveOf({ active, over }: Pick<DragEndEvent, 'active' | 'over'>): Move | undefined {
    const from = ids.indexOf(String(active.id))
    const to = over ? ids.indexOf(String(over.id)) : from
    return from < 0 || to < 0 ? undefined : { from, to }
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      autoScroll={{ threshold: { x: 0, y: SCROLL_BAND } }}
      onDragStart={(event) => setTarget(moveOf({ ...event, over: null }))}
      onDragOver={(event) => setTarget(moveOf(event))}
      onDragEnd={(event) => {
        const move = moveOf(event)
        drop()
        if (move) onMove(move.from, move.to)
      }}
      onDragCancel={drop}
      // The list announces every move itself, dragged or not.
      accessibility={{
        announcements: noAnnouncements,
        screenReaderInstructions: { draggable: '' },
      }}
    >
      <Target value={target}>{children}</Target>
      <DragOverlay dropAnimation={null}>
        {target && (
          <div className="flex w-max cursor-grabbing items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-4 pl-2 text-sm font-medium shadow-float tabular-nums">
            <GripVertical size={16} aria-hidden className="text-muted" />
            {noun} {target.from + 1}
            {target.to !== target.from && (
              <span className="text-accent-text">→ {target.to + 1}</span>
            )}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** One card of the list: its drop target, its handle, and the side on which a dragged card would be inserted. */
export function useReordered(id: string, index: number) {
  const target = use(Target)
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const isTarget = target !== undefined && target.to === index && target.from !== index
  return {
    card: drop.setNodeRef,
    handle: { ref: drag.setNodeRef, ...drag.listeners },
    isDragging: drag.isDragging,
    edge: isTarget
      ? target.from < target.to
        ? ('below' as const)
        : ('above' as const)
      : undefined,
  }
}

const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
