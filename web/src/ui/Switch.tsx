import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

type SwitchProps = Omit<ComponentProps<'button'>, 'onChange'> & {
  /** What it switches, for screen readers. */
  label: string
  on: boolean
  onChange: (on: boolean) => void
  /** Work is running; it keeps its position and ignores presses. */
  busy?: boolean
}

/** Something that is on or off, switched at once. */
export function Switch({ label, on, onChange, busy, className, ...props }: SwitchProps) {
  return (
    <button
      type="button"
      {...props}
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || props['aria-disabled']}
      onClick={() => !busy && !props['aria-disabled'] && onChange(!on)}
      className={cn(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border transition-colors forced-color-adjust-none aria-disabled:opacity-55',
        // A larger target than what is seen, for fingers.
        'before:absolute before:-inset-2.5 before:content-[""]',
        on ? 'border-accent bg-accent forced-colors:bg-[Highlight]' : 'border-edge bg-hover',
        className,
      )}
    >
      <span
        aria-hidden
        className={cn(
          'size-3.5 rounded-full transition-transform forced-colors:bg-[ButtonText]',
          on ? 'translate-x-[1.125rem] bg-accent-ink' : 'translate-x-0.5 bg-muted',
        )}
      />
    </button>
  )
}
