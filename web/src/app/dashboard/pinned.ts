import { useSyncExternalStore } from 'react'

const KEY = 'sidebar'
const listeners = new Set<() => void>()
let here = stored()

/** Whether the sidebar stays wide, here and in the other tabs; kept in this browser. */
export const usePinned = () => useSyncExternalStore(subscribe, () => here)

export function setPinned(pinned: boolean) {
  try {
    if (pinned) localStorage.setItem(KEY, 'pinned')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage it holds until the page is left.
  }
  tell(pinned)
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'pinned'
  } catch {
    return false
  }
}

function tell(pinned: boolean) {
  here = pinned
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', follow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', follow)
  }
}

function follow(event: StorageEvent) {
  if (event.key === KEY) tell(event.newValue === 'pinned')
}
