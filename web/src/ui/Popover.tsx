import { Popover as Radix } from 'radix-ui'
import { Fragment, type ReactElement, type ReactNode, useState } from 'react'
import { OverlayBoundary } from './Boundary.tsx'
import { cn } from './cn.ts'
import { ignoreWhenClosed } from './ignoreWhenClosed.ts'
import { Tooltip } from './Tooltip.tsx'

type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement
  /** A tooltip for a button without text. */
  tip?: string
  /** What the panel is, for screen readers. */
  label: string
  /** The edge of its button that it aligns to; the end by default. */
  align?: 'start' | 'end'
  /** Above or below its button, as long as there is room; below by default. */
  side?: 'top' | 'bottom'
  /**
   * If true, it keeps the focus and covers everything, a dialog too; else its elements stand beside those of the button
   * in the page.
   */
  modal?: boolean
  className?: string
  /** The content. A function gets the callback that closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A panel next to its button. Closes by Escape or a press outside. The element with data-autofocus takes the focus, else
 * the panel itself, so that no tooltip in it opens by itself.
 */
export function Popover(props: PopoverProps) {
  const { trigger, tip, label, align = 'end', side = 'bottom', modal = false } = props
  const { className, children } = props
  const [open, setOpen] = useState(false)
  const Place = modal ? Radix.Portal : Fragment
  return (
    <Radix.Root open={open} onOpenChange={setOpen} modal={modal}>
      {tip ? (
        <Tooltip text={tip}>
          <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        </Tooltip>
      ) : (
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      )}
      <Place>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onClickCapture={ignoreWhenClosed}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (!(event.target instanceof HTMLElement)) return
            const marked = event.target.querySelector<HTMLElement>('[data-autofocus]')
            ;(marked ?? event.target).focus({ preventScroll: true })
          }}
          className={cn(
            'z-[60] rounded-lg border border-line bg-raised shadow-pop outline-none data-[state=closed]:animate-vanish data-[state=open]:animate-appear',
            className,
          )}
        >
          <OverlayBoundary>
            {typeof children === 'function' ? children(() => setOpen(false)) : children}
          </OverlayBoundary>
        </Radix.Content>
      </Place>
    </Radix.Root>
  )
}
