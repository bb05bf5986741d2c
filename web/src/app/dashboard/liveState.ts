import { useSyncExternalStore } from 'react'
import { openListeners } from '../../ui/listeners.ts'

/** How long the live connection may be away, in milliseconds, before it is worth a word. */
const QUIET_MS = 5_000

let away = false
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, tell } = openListeners()

/** Whether live updates have been missing long enough to say so. */
export const isLiveAway = () => away

export const useLiveAway = () => useSyncExternalStore(subscribe, isLiveAway)

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
  tell()
}
