import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the scroll bar stays after scrolling or pointing at it has ended, in milliseconds. */
const HIDE_DELAY_MS = 600

/**
 * A place whose content scrolls, of a fixed height or of a greatest one. It can be reached and scrolled by
 * keyboard, unless what is in it can be.
 */
export function ScrollArea({ height, maxHeight, label, reached, children }: ScrollAreaProps) {
  return (
    <Radix.Root scrollHideDelay={HIDE_DELAY_MS} style={{ height }} className="overflow-hidden">
      <Radix.Viewport
        {...(reached ? {} : { tabIndex: 0, role: 'group', 'aria-label': label })}
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
  /** In pixels. */
  height?: number
  /** With its unit, for a place that is as high as its content up to then. */
  maxHeight?: string
  label: string
  /** The keys reach what is in it, and so scroll it. */
  reached?: boolean
  children: ReactNode
}
