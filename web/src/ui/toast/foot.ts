import { openListeners } from '../listeners.ts'

/** The reference of what stays in reach at the foot of a page: toasts lie above it. */
export function foot(element: HTMLElement | null) {
  show(element ?? undefined)
  return () => {
    // The foot of the next page may be there already.
    if (present === element) show(undefined)
  }
}

/** What is at the foot of the page now. */
export const presentFoot = () => present

const { subscribe, tell } = openListeners()

/** Tells of every change; answers how to stop. */
export const onFoot = subscribe

let present: HTMLElement | undefined

function show(next: HTMLElement | undefined) {
  present = next
  tell()
}
