import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'

/** How long a pointer rests before a tooltip shows, in milliseconds. */
const DELAY_MS = 700

/**
 * Words that appear beside a control when it is pointed at or focused. Without `text` there is none. Each has
 * a provider of its own: with one for all, the second of two would show without the delay.
 */
export function Tooltip({ text, children }: { text?: string | undefined; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root {...(text ? {} : { open: false })}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-[60] max-w-64 animate-appear rounded-md bg-ink px-2.5 py-1.5 text-sm text-canvas shadow-pop text-pretty"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
