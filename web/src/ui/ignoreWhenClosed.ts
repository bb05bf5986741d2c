import type { MouseEvent } from 'react'

/**
 * Ignores the presses of an overlay that closes. It stays visible and keeps the focus until its animation is over: the
 * second press of a double click, or of Enter, would do again what the first one did. Given as `onClickCapture`.
 */
export function ignoreWhenClosed(event: MouseEvent<HTMLElement>) {
  if (event.currentTarget.dataset['state'] !== 'closed') return
  event.preventDefault()
  event.stopPropagation()
}
