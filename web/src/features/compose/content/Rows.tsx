import { GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Reorder, useReordered } from '../../../ui/Reorder.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { moved } from '../media/files.ts'

type Item = { key: string }

type RowsProps<T extends Item> = {
  items: readonly T[]
  onChange: (items: T[]) => void
  /** What one of them is called, and the list of them. */
  noun: string
  label: string
  /** How many stay whatever is removed. */
  min?: number
  children: (item: T, index: number) => ReactNode
}

/** Fields in rows: put in order by their handles or by Alt with the arrows, and removed, which can be undone. */
export function Rows<T extends Item>(props: RowsProps<T>) {
  const { items, onChange, noun, label, min = 0, children } = props
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  // An undo comes later: what was typed since stays.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const inRow = (index: number, what: string) =>
    list.current?.children[index]?.querySelector<HTMLElement>(what)

  function move(from: number, to: number) {
    if (to < 0 || to >= items.length || to === from) return
    flushSync(() => onChange(moved(items, from, to)))
    say(`${noun} ${from + 1} is now ${to + 1} of ${items.length}.`)
    inRow(to, '[data-handle]')?.focus()
  }

  function remove(index: number) {
    const gone = items[index]
    if (!gone) return
    flushSync(() => onChange(items.toSpliced(index, 1)))
    inRow(Math.min(index, items.length - 2), 'input')?.focus()
    toast({
      title: `${noun} ${index + 1} removed`,
      action: {
        label: 'Undo',
        run: () => latest.current.onChange(latest.current.items.toSpliced(index, 0, gone)),
      },
    })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Reorder noun={noun} ids={items.map(({ key }) => key)} onMove={move}>
        <ol ref={list} aria-label={label} className="grid gap-2">
          {items.map((item, index) => (
            <Row
              key={item.key}
              id={item.key}
              index={index}
              count={items.length}
              noun={noun}
              onMove={(to) => move(index, to)}
              onRemove={items.length > min ? () => remove(index) : undefined}
            >
              {children(item, index)}
            </Row>
          ))}
        </ol>
      </Reorder>
    </>
  )
}

type RowProps = {
  id: string
  index: number
  count: number
  noun: string
  onMove: (to: number) => void
  onRemove: (() => void) | undefined
  children: ReactNode
}

function Row({ id, index, count, noun, onMove, onRemove, children }: RowProps) {
  const { card, handle, isDragging, edge } = useReordered(id, index)
  const name = `${noun.toLowerCase()} ${index + 1}`

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // A step around it would move, too.
    event.stopPropagation()
    onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Short cuts for its own buttons.
    <li
      ref={card}
      className={cn('relative flex items-start gap-1', isDragging && 'opacity-40')}
      onKeyDown={onKeyDown}
    >
      {edge && (
        <span
          aria-hidden
          className="absolute inset-x-0 h-0.5 rounded-full bg-accent"
          style={{ [edge === 'above' ? 'top' : 'bottom']: -5 }}
        />
      )}
      {count > 1 && (
        <button
          {...handle}
          type="button"
          data-handle
          aria-label={`Move ${name}`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          // A finger on it drags, and scrolls nothing.
          style={{ touchAction: 'none', cursor: 'grab' }}
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <GripVertical size={16} aria-hidden />
        </button>
      )}
      <div className="grid min-w-0 flex-1 gap-1.5">{children}</div>
      {onRemove && (
        <Button variant="plain" icon aria-label={`Remove ${name}`} onClick={onRemove}>
          <X size={16} aria-hidden />
        </Button>
      )}
    </li>
  )
}
