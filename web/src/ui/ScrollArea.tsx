import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the scroll bar stays after scrolling or pointing at it has ended, in milliseconds. */
const HIDE_DELAY_MS = 600

/** A place of fixed height, in pixels, whose content scrolls. It can be reached and scrolled by keyboard. */
export function ScrollArea({ height, label, children }: ScrollAreaProps) {
  return (
    <Radix.Root scrollHideDelay={HIDE_DELAY_MS} style={{ height }} className="overflow-hidden">
      <Radix.Viewport
        tabIndex={0}
        role="group"
        aria-label={label}
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

type ScrollAreaProps = { height: number; label: string; children: ReactNode }
