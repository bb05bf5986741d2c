import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the scroll bar stays after scrolling or pointing at it has ended, in milliseconds. */
const HIDE_DELAY_MS = 600

/**
 * A scrolling area of a fixed or a maximum height. It is focusable, so that the keyboard can scroll it, unless its content
 * is focusable.
 */
export function ScrollArea({
  height,
  maxHeight,
  label,
  contentFocusable,
  barStays,
  children,
}: ScrollAreaProps) {
  return (
    <Radix.Root
      type={barStays ? 'auto' : 'hover'}
      scrollHideDelay={HIDE_DELAY_MS}
      style={{ height }}
      className="overflow-hidden"
    >
      <Radix.Viewport
        {...(contentFocusable ? {} : { tabIndex: 0, role: 'group', 'aria-label': label })}
        style={{ maxHeight }}
        // The library lays its content out as a table, which long words would widen.
        className="size-full rounded-b-lg focus-visible:-outline-offset-2 [&>div]:block!"
      >
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar
        orientation="vertical"
        className="flex w-2 touch-none p-0.5 transition-opacity data-[state=hidden]:opacity-0"
      >
        <Radix.Thumb className="flex-1 rounded-full bg-line-strong" />
      </Radix.Scrollbar>
    </Radix.Root>
  )
}

type ScrollAreaProps = {
  /** In pixels, or with its unit. */
  height?: number | string
  /** With its unit. Up to this height the area is as high as its content. */
  maxHeight?: string
  label: string
  /** Whether the keyboard can focus something in it, and so scrolls it. */
  contentFocusable?: boolean
  /** Whether the scroll bar is visible as long as something is hidden, also while nobody points at it. */
  barStays?: boolean
  children: ReactNode
}
