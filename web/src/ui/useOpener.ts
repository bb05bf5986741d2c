import { useRef } from 'react'

/**
 * The focus of what opens over the page without a trigger of Radix's own. When it opens, what is marked
 * with data-autofocus takes the focus, else its first control. When it closes, the focus goes back to what
 * had it before, unless it has gone somewhere else meanwhile, such as to the heading of the next page.
 */
export function useOpener() {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      const panel = event.target instanceof HTMLElement ? event.target : null
      const marked = panel?.querySelector<HTMLElement>('[data-autofocus]')
      if (!marked) return
      event.preventDefault()
      marked.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement === document.body) opener.current?.focus()
    },
  }
}

/** A line of a menu is gone by the time the focus returns: the button of the menu takes it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const labelledBy = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const button = labelledBy ? document.getElementById(labelledBy) : focused
  return button instanceof HTMLElement ? button : null
}
