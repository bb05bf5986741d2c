import { cloneElement, type ReactElement } from 'react'

/** What a button takes on while it opens something whose code is not there yet. */
export type TriggerProps = {
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

/** The button that opens a panel: fetches its code when it is pointed at or focused, and opens by a press. */
export function opening(
  trigger: ReactElement<TriggerProps>,
  what: 'menu' | 'dialog',
  fetchCode: () => Promise<unknown>,
  onOpen: () => void,
) {
  const fetchEarly = () => {
    // A failure is told of when the panel is really opened.
    fetchCode().catch(() => {})
  }
  return cloneElement(trigger, {
    'aria-haspopup': what,
    'aria-expanded': false,
    onClick: onOpen,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
  })
}
