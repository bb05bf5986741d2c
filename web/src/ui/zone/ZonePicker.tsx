import { Check, ChevronsUpDown } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type Ref } from 'react'
import { cn } from '../cn.ts'
import type { ControlProps } from '../Field.tsx'
import { controlClasses } from '../controlClasses.ts'
import { allZones, isSameZone, searchZones, type Zone, zoneName } from './zones.ts'

/** The most zones that are listed; typing narrows the list. */
const SHOWN_MAX = 60

type ZonePickerProps = ControlProps & {
  value: string
  onChange: (zone: string) => void
  onBlur?: () => void
  /** Of its input, to move the focus there. */
  ref?: Ref<HTMLInputElement>
}

/** A time zone, found by typing. Arrow keys move, Enter chooses, Escape leaves it as it was. */
export function ZonePicker({ value, onChange, onBlur, ...control }: ZonePickerProps) {
  const list = useId()
  const [search, setSearch] = useState<{ query: string; zones: Zone[]; active: number }>()
  const hits = search ? shown(search.zones, search.query, value) : []
  const active = search?.active ?? 0

  const type = (query: string) =>
    setSearch({ query, zones: search?.zones ?? allZones(new Date()), active: 0 })
  const close = () => setSearch(undefined)
  const choose = (zone: Zone | undefined) => {
    if (zone) onChange(zone.name)
    close()
  }
  const move = (to: number) => {
    const next = Math.max(0, Math.min(hits.length - 1, to))
    if (search) setSearch({ ...search, active: next })
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (search) move(active + step)
      else type('')
    } else if (search && event.key === 'Enter') {
      event.preventDefault()
      choose(hits[active])
    } else if (search && event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
  }

  return (
    <div className="relative">
      <input
        {...control}
        role="combobox"
        aria-expanded={Boolean(search)}
        aria-controls={list}
        aria-autocomplete="list"
        {...(hits[active] ? { 'aria-activedescendant': `${list}-${active}` } : {})}
        autoComplete="off"
        spellCheck={false}
        className={cn(controlClasses, 'h-9 pointer-coarse:h-11 pr-8')}
        value={search?.query ?? zoneName(value)}
        placeholder="Search a city or region"
        onChange={(event) => type(event.target.value)}
        onClick={() => !search && type('')}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          onBlur?.()
        }}
      />
      <ChevronsUpDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
      <div
        role="presentation"
        hidden={!search}
        className="absolute inset-x-0 top-full z-30 mt-1 rounded-lg border border-line bg-raised p-1 shadow-pop"
        // Keeps the focus in the input, so that the list stays open while it is pressed or scrolled.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div
          id={list}
          role="listbox"
          aria-label="Time zones"
          className="max-h-64 overflow-y-auto [scrollbar-width:thin]"
        >
          {hits.map((zone, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The input keeps the focus and handles the key events.
            <div
              key={zone.name}
              id={`${list}-${index}`}
              role="option"
              aria-selected={isSameZone(zone.name, value)}
              className={cn(
                'flex h-8 cursor-pointer items-center gap-2 rounded-md px-2.5',
                index === active && 'bg-hover',
              )}
              onMouseMove={() => search && setSearch({ ...search, active: index })}
              onClick={() => choose(zone)}
            >
              <span className="truncate">{zone.city}</span>
              <span className="truncate text-sm text-muted">{zone.region}</span>
              <span data-tabular className="ml-auto text-sm whitespace-nowrap text-muted">
                {zone.offset}
              </span>
              {isSameZone(zone.name, value) && (
                <Check size={14} aria-hidden className="text-accent-text" />
              )}
            </div>
          ))}
        </div>
        {hits.length === 0 && (
          <p className="px-2.5 py-2 text-muted">No zone found. Try a large city nearby.</p>
        )}
      </div>
    </div>
  )
}

/** The zones for `query`; before anything is typed all zones, the chosen one first. */
function shown(zones: Zone[], query: string, value: string): Zone[] {
  const hits = searchZones(zones, query)
  if (query) return hits.slice(0, SHOWN_MAX)
  const isChosen = ({ name }: Zone) => isSameZone(name, value)
  return [...hits.filter(isChosen), ...hits.filter((zone) => !isChosen(zone))]
}
