import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type PopoverProps = {
  trigger: ReactNode
  /** What the panel is, for screen readers. */
  label: string
  className?: string
  children: ReactNode
}

/** A panel beside its button. The panel itself takes the focus, so that no tooltip in it opens by itself. */
export function Popover({ trigger, label, className, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
        tabIndex={-1}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.target instanceof HTMLElement) event.target.focus()
        }}
        className={cn(
          'z-50 rounded-lg border border-line bg-raised shadow-pop outline-none data-[state=closed]:animate-vanish data-[state=open]:animate-appear',
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
