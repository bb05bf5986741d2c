import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { OverlayBoundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { ignoreWhenClosed } from './ignoreWhenClosed.ts'
import { useOpener } from './useOpener.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** More than the title says; screen readers read it when the dialog opens. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons; the one that acts comes last. */
  actions?: ReactNode
  /** For content that needs more room than a question. */
  wide?: boolean
  /** If false, only its buttons close it: neither Escape nor a press outside does. */
  closable?: boolean
}

/**
 * A question or a short form over the page. Escape and a press outside close it; the focus goes back to
 * what opened it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  wide,
  closable = true,
}: DialogProps) {
  const focus = useOpener()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        <Radix.Content
          {...focus}
          onClickCapture={ignoreWhenClosed}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-raised shadow-float focus:outline-none data-[state=closed]:animate-vanish data-[state=open]:animate-appear',
            wide ? 'max-w-[680px]' : 'max-w-[480px]',
          )}
        >
          <div className="grid gap-1 p-5 pr-12">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div className="text-muted">{description}</div>
              </Radix.Description>
            )}
          </div>
          {children && (
            <div className="px-5 pb-5">
              <OverlayBoundary>{children}</OverlayBoundary>
            </div>
          )}
          {actions && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
              {actions}
            </div>
          )}
          {closable && (
            <div className="absolute top-4 right-4">
              <Radix.Close asChild>
                <Button variant="plain" size="sm" icon aria-label="Close">
                  <X size={16} aria-hidden />
                </Button>
              </Radix.Close>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
