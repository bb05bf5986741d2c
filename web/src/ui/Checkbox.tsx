import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** A tick box with its label; the whole line can be pressed. */
export function Checkbox({ label, note, mark, className, ...props }: CheckboxProps) {
  return (
    <label className={cn('flex gap-2.5', mark ? 'items-center' : 'items-start', className)}>
      <input {...props} type="checkbox" className="mt-px" />
      {mark}
      <span className="grid">
        <span>{label}</span>
        {note && <span className="text-sm text-muted">{note}</span>}
      </span>
    </label>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  note?: ReactNode
  /** A picture of it, before its label. */
  mark?: ReactNode
}
