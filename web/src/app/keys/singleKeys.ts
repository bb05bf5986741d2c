import { useSyncExternalStore } from 'react'

const KEY = 'single-keys'
const listeners = new Set<() => void>()
let on = stored()

/**
 * Whether single letters do something. They can be switched off: who speaks to their computer, or whose hands
 * tremble, sets them off without meaning to.
 */
export const useSingleKeys = () => useSyncExternalStore(subscribe, areSingleKeysOn)

export const areSingleKeysOn = () => on

export function setSingleKeys(next: boolean) {
  on = next
  try {
    if (next) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage it holds until the page is left.
  }
  for (const listener of listeners) listener()
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
