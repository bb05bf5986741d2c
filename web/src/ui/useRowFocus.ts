import { useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus of a row that goes away to the button of its neighbour: of the next row, else of the one before, else
 * to the first button of the section around. Returns the ref for an element in the row, which is an `li`.
 */
export function useRowFocus<E extends HTMLElement>() {
  const inRow = useRef<E>(null)
  useLayoutEffect(() => {
    const row = inRow.current?.closest('li')
    return () => {
      if (!row?.contains(document.activeElement)) return
      const near = row.nextElementSibling ?? row.previousElementSibling ?? row.closest('section')
      near?.querySelector('button')?.focus()
    }
  }, [])
  return inRow
}
