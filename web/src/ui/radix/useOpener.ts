import { useRef } from 'react'

/**
 * For what opens over the page without a trigger of Radix's own: gives the focus back to what had it
 * before, unless it has gone somewhere else meanwhile, such as to the heading of the next page.
 */
export function useOpener() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const lost = document.activeElement === document.body
      if (lost && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
