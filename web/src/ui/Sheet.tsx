import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { OverlayBoundary } from './Boundary.tsx'
import { cn } from './cn.ts'
import { ignoreWhenClosed } from './ignoreWhenClosed.ts'
import { useOpener } from './useOpener.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The width, and whatever else belongs to this sheet alone. */
  className: string
  children: ReactNode
}

/** A panel that slides in from the left in 0.3 s, such as a menu on a phone. */
export function Sheet({ open, onOpenChange, title, className, children }: SheetProps) {
  const focus = useOpener()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          onClickCapture={ignoreWhenClosed}
          className={cn(
            'fixed inset-y-0 left-0 z-50 flex flex-col overflow-y-auto bg-surface shadow-pop focus:outline-none',
            'duration-300 data-[state=closed]:animate-unsheet data-[state=open]:animate-sheet',
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <OverlayBoundary>{children}</OverlayBoundary>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
