import { useRef } from 'react'

/**
 * Moves the focus of an overlay without a Radix trigger. When it opens, the element with data-autofocus takes the focus,
 * else its first control; the overlay itself if that cannot be pressed, since the tooltip that says why would take the
 * first Escape. When it closes, the focus returns to its former element, unless it has moved elsewhere
 * meanwhile, such as to the heading of the next page.
 */
export function useOpener() {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      const panel = event.target instanceof HTMLElement ? event.target : null
      const marked = panel?.querySelector<HTMLElement>('[data-autofocus]')
      const isClosed = panel?.querySelector('a, button, input, textarea')?.ariaDisabled
      const target = marked ?? (isClosed && panel)
      if (!target) return
      event.preventDefault()
      target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement === document.body) opener.current?.focus()
    },
  }
}

/** An item of a menu no longer exists when the focus returns, so the button of the menu takes it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const labelledBy = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const button = labelledBy ? document.getElementById(labelledBy) : focused
  return button instanceof HTMLElement ? button : null
}
