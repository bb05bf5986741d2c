import type { ComponentProps } from 'react'
import { Input } from '../../../ui/Input.tsx'

type End = Omit<ComponentProps<typeof Input>, 'type' | 'className'> & { 'aria-label': string }

/** A part of the day: from a time to a time. */
export function FromTo({ from, to }: { from: End; to: End }) {
  return (
    // On a phone one below the other: side by side, a clock of twelve hours has no room.
    <div className="grid gap-2 sm:flex sm:items-center">
      <div className="flex items-center gap-2">
        <span className="w-9 shrink-0 text-muted sm:w-auto">from</span>
        <Input {...from} type="time" data-tabular className="max-w-36" />
      </div>
      <div className="flex items-center gap-2">
        <span className="w-9 shrink-0 text-muted sm:w-auto">to</span>
        <Input {...to} type="time" data-tabular className="max-w-36" />
      </div>
    </div>
  )
}
