import { useSyncExternalStore } from 'react'

/** The messages that are about to be deleted: gone from sight, still to be taken back. */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export const useHiddenMessages = () => useSyncExternalStore(subscribe, () => hidden)

export const hideMessage = (id: string) => set(new Set([...hidden, id]))

export const showMessage = (id: string) => set(new Set([...hidden].filter((other) => other !== id)))

function set(next: ReadonlySet<string>) {
  hidden = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
