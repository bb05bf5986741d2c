import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

type RadioProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; note?: ReactNode }

/** One of several choices below each other, with words for it; wrap them in a fieldset with a legend. */
export function Radio({ label, note, className, ...props }: RadioProps) {
  return (
    <label className={cn('flex items-start gap-2.5', className)}>
      <input {...props} type="radio" className="mt-px" />
      <span className="grid">
        <span>{label}</span>
        {note && <span className="text-sm text-muted">{note}</span>}
      </span>
    </label>
  )
}
