import type { ComponentProps } from 'react'
import { Input } from '../../../ui/Input.tsx'

type End = Omit<ComponentProps<typeof Input>, 'type' | 'className'> & { 'aria-label': string }

/** A part of the day: from a time to a time. */
export function FromTo({ from, to }: { from: End; to: End }) {
  return (
    <div className="flex items-center gap-2">
      <span className="shrink-0 text-muted">from</span>
      <Input {...from} type="time" data-figures className="max-w-36" />
      <span className="shrink-0 text-muted">to</span>
      <Input {...to} type="time" data-figures className="max-w-36" />
    </div>
  )
}
