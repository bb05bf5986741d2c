import { Popover as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { OverlayBoundary } from './Boundary.tsx'
import { cn } from './cn.ts'

type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement
  /** What the panel is, for screen readers. */
  label: string
  /** The edge of its button that it keeps to; the end unless told. */
  align?: 'start' | 'end'
  className?: string
  /** What is in it; a function is handed what closes it. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A panel beside its button. Closes by Escape or a press outside. The panel itself takes the focus, so
 * that no tooltip in it opens by itself.
 */
export function Popover(props: PopoverProps) {
  const { trigger, label, align = 'end', className, children } = props
  const [open, setOpen] = useState(false)
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align={align}
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
        <OverlayBoundary>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </OverlayBoundary>
      </Radix.Content>
    </Radix.Root>
  )
}
