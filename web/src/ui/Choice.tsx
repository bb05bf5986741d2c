import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** One of a few mutually exclusive choices, side by side; wrap them in a fieldset with a legend. */
export function Choice({
  label,
  className,
  ...props
}: ComponentProps<'input'> & { label: string }) {
  return (
    <label
      className={cn(
        'flex h-8 flex-1 items-center pointer-coarse:h-10 justify-center rounded-[5px] px-3 font-medium text-muted transition-colors',
        'hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card dark:has-checked:bg-raised',
        'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        className,
      )}
    >
      <input {...props} type="radio" className="sr-only" />
      {label}
    </label>
  )
}

/** The frame around choices. */
export const choicesClasses = 'flex gap-1 rounded-lg border border-line bg-sunken p-1'
