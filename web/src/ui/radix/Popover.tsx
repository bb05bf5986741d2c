import { Popover as Radix } from 'radix-ui'
import { useState } from 'react'
import { cn } from '../cn.ts'
import type { PopoverProps } from '../Popover.tsx'

/**
 * The panel behind ../Popover.tsx; it starts open. The panel itself takes the focus, so that no tooltip
 * in it opens by itself.
 */
export default function Popover(props: PopoverProps) {
  const { trigger, label, align = 'end', className, children } = props
  const [open, setOpen] = useState(true)
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
        {typeof children === 'function' ? children(() => setOpen(false)) : children}
      </Radix.Content>
    </Radix.Root>
  )
}
