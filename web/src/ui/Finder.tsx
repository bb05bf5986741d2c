import { Search, type LucideIcon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { OverlayBoundary } from './Boundary.tsx'
import { cn } from './cn.ts'
import { ScrollArea } from './ScrollArea.tsx'
import { Spinner } from './Spinner.tsx'
import { useOpener } from './useOpener.ts'

/** One thing to find. */
export type Found = {
  id: string
  label: string
  /** What kind of thing it is, or its own picture. */
  icon?: LucideIcon
  mark?: ReactNode
  /** The words at the end of its line that tell it from others. */
  note?: ReactNode
  run: () => void
}

export type FoundGroup = { title: string; items: Found[] }

type FinderProps = {
  /** What it is, for screen readers. */
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  groups: FoundGroup[]
  /** Whether the search is still running. */
  busy: boolean
  /** The words if nothing is found. */
  nothing: ReactNode
  foot: ReactNode
  close: () => void
}

/** A search dialog. Arrow keys move, Enter opens a result, Escape closes it. */
export function Finder({ label, close, foot, ...props }: FinderProps) {
  const focus = useOpener()
  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[max(1rem,12vh)] z-50 mx-auto max-w-[600px] animate-pop overflow-hidden rounded-xl border border-line bg-raised shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <OverlayBoundary>
            <Body label={label} {...props} />
          </OverlayBoundary>
          {/* A phone has no keys. */}
          <div className="flex items-center gap-4 border-t border-line px-4 py-2 text-sm text-muted max-sm:hidden">
            {foot}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type BodyProps = Omit<FinderProps, 'close' | 'foot'>

function Body({ label, placeholder, query, onQuery, groups, busy, nothing }: BodyProps) {
  const list = useId()
  const items = groups.flatMap((group) => group.items)
  const [chosen, setChosen] = useState<string>()
  const active = items.find(({ id }) => id === chosen) ?? items[0]

  function move(by: number) {
    if (!active) return
    const next = items[(items.indexOf(active) + by + items.length) % items.length]
    setChosen(next?.id)
    document.getElementById(`${list}-${next?.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) move(by)
    else if (event.key === 'Enter') active?.run()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="relative border-b border-line">
        <Search
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          data-autofocus
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          {...(active ? { 'aria-activedescendant': `${list}-${active.id}` } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setChosen(undefined)
            onQuery(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-13 w-full bg-transparent pr-12 pl-11.5 text-lg outline-none"
        />
        {busy && (
          <span className="absolute top-1/2 right-4 -translate-y-1/2 text-muted">
            <Spinner size={16} label="Searching" />
          </span>
        )}
      </div>
      <ScrollArea maxHeight="min(26rem, 56vh)" label={label} contentFocusable>
        {/* The input keeps the focus and handles the key events. */}
        <div id={list} role="listbox" aria-label={label} className="grid gap-1 p-2">
          {groups.map(({ title, items }) => (
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                {title}
              </p>
              {items.map((item) => (
                <Line
                  key={item.id}
                  id={`${list}-${item.id}`}
                  item={item}
                  active={item === active}
                  onPoint={() => setChosen(item.id)}
                />
              ))}
            </div>
          ))}
        </div>
        {items.length === 0 && !busy && (
          <p role="status" className="px-4 pt-4 pb-8 text-center text-muted">
            {nothing}
          </p>
        )}
      </ScrollArea>
    </>
  )
}

type LineProps = { id: string; item: Found; active: boolean; onPoint: () => void }

function Line({ id, item, active, onPoint }: LineProps) {
  const { icon: Icon, mark, label, note, run } = item
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The input keeps the focus and handles the key events.
    <div
      id={id}
      role="option"
      aria-selected={active}
      onMouseMove={active ? undefined : onPoint}
      onClick={run}
      className={cn(
        'flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5',
        active && 'bg-hover forced-colors:outline-2',
      )}
    >
      {Icon && <Icon size={18} aria-hidden className={active ? 'text-ink' : 'text-muted'} />}
      {mark}
      <span dir="auto" className="flex-1 truncate text-left">
        {label}
      </span>
      {note && <span className="max-w-[40%] truncate text-sm text-muted">{note}</span>}
    </div>
  )
}
