import type { ReactNode } from 'react'

/** Whether the keyboard has ⌘ instead of Ctrl. */
const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** The modifier key of shortcuts: ⌘ or Ctrl. */
export const MOD = isMac ? '⌘' : 'Ctrl'

/** The label of the shortcut that opens the palette. */
export const PALETTE_KEY = isMac ? '⌘K' : 'Ctrl K'

/** A key, or several that are pressed at once. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded border border-line bg-canvas px-1.5 font-sans text-xs font-medium whitespace-nowrap text-muted">
      {children}
    </kbd>
  )
}
