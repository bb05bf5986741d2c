import { useSyncExternalStore } from 'react'

/** How long the live connection may be away, in milliseconds, before it is worth a word. */
const QUIET_MS = 5_000

let away = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Whether live updates have been missing long enough to say so. */
export const useLiveAway = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => away,
  )

export function setLiveState(connected: boolean) {
  clearTimeout(timer)
  if (connected) set(false)
  else timer = setTimeout(() => set(true), QUIET_MS)
}

function set(next: boolean) {
  away = next
  for (const listener of listeners) listener()
}
