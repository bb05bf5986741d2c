import { useSyncExternalStore } from 'react'

/** How long the live connection may be away, in milliseconds, before it is worth a word. */
const QUIET_MS = 5_000

let away = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Whether live updates have been missing long enough to say so. */
export const isLiveAway = () => away

export const useLiveAway = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isLiveAway)

/** Takes down whether events arrive; they are missed from the moment they are first waited for. */
export function setLiveState(connected: boolean) {
  if (!connected) {
    timer ??= setTimeout(() => set(true), QUIET_MS)
    return
  }
  clearTimeout(timer)
  timer = undefined
  set(false)
}

function set(next: boolean) {
  if (next === away) return
  away = next
  for (const listener of listeners) listener()
}
