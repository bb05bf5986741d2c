import type { KeyboardEvent } from 'react'

/** The elements that arrow keys move between: the link of a row and its tick box. */
const STOPS = ['a[data-row]', 'input[data-row]']

/** Arrow up and down move between rows; Home and End move to the first and last rendered row. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  const kind = STOPS.find((stop) => target instanceof Element && target.matches(stop))
  if (!kind) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(kind)]
  const next = nextPlace(key, rows.indexOf(target as HTMLElement), rows.length)
  if (next === undefined) return
  event.preventDefault()
  rows[next]?.focus()
}

function nextPlace(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
