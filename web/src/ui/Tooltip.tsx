import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** How long a pointer rests before a tooltip shows, in milliseconds. */
const DELAY_MS = 700

/** One delay for all tooltips: a second tooltip waits as long as the first. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={0}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = { text?: string | undefined; children: ReactElement }

/** Words that appear next to an element that has the pointer or the focus. Without `text` there is no tooltip. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Root {...(text ? {} : { open: false })}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-[80] max-w-72 animate-appear rounded-md bg-ink px-2.5 py-1.5 text-sm whitespace-pre-line text-canvas shadow-pop text-pretty"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
