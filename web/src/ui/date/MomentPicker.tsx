import { CalendarDays, Clock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { enter } from '../enter.ts'
import { Popover } from '../Popover.tsx'
import { useToday } from '../time/zone.ts'
import { DayGrid } from './DayGrid.tsx'
import type { MomentType } from './MomentInput.tsx'
import { TimeList } from './TimeList.tsx'

type MomentPickerProps = {
  type: MomentType
  /** The field it fills in. */
  input: () => HTMLInputElement | undefined
}

/** The button in a field for days and times, and what it opens. */
export default function MomentPicker({ type, input }: MomentPickerProps) {
  const Icon = type === 'time' ? Clock : CalendarDays
  const label = type === 'time' ? 'Open clock' : 'Open calendar'
  return (
    <Popover
      modal
      label={type === 'time' ? 'Clock' : 'Calendar'}
      trigger={
        <button
          type="button"
          aria-label={label}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted transition-colors hover:text-ink pointer-coarse:hidden"
        >
          <Icon size={16} aria-hidden />
        </button>
      }
    >
      {(close) => <Panel type={type} input={input()} close={close} />}
    </Popover>
  )
}

type PanelProps = { type: MomentType; input: HTMLInputElement | undefined; close: () => void }

function Panel({ type, input, close }: PanelProps) {
  const today = useToday()
  const [value, setValue] = useState(input?.value ?? '')
  const [day, time] = type === 'time' ? ['', value] : [value.slice(0, 10), value.slice(11, 16)]
  const [min, max] = [input?.min.slice(0, 10), input?.max.slice(0, 10)]

  function choose(next: string) {
    setValue(next)
    if (input) enter(input, next)
  }
  if (type === 'time') {
    return (
      <TimeList
        value={value.slice(0, 5)}
        marked
        onChoose={(chosen) => {
          choose(chosen)
          close()
        }}
      />
    )
  }
  if (type === 'date') {
    return (
      <DayGrid
        value={day}
        min={min}
        max={max}
        onChoose={(chosen) => {
          choose(chosen)
          close()
        }}
      />
    )
  }
  return (
    <div className="grid">
      <div className="flex">
        <DayGrid
          value={day}
          min={min}
          max={max}
          onChoose={(chosen) => choose(`${chosen}T${time || '09:00'}`)}
        />
        <div className="border-l border-line">
          <TimeList value={time} onChoose={(chosen) => choose(`${day || today}T${chosen}`)} />
        </div>
      </div>
      <div className="flex justify-end border-t border-line p-2">
        <Button variant="primary" size="sm" onClick={close}>
          Done
        </Button>
      </div>
    </div>
  )
}
