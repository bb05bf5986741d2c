import { useSyncExternalStore } from 'react'
import { setMayBeAway } from '../../ui/lazy.tsx'
import { openListeners } from '../../ui/listeners.ts'

/** After how many milliseconds without a live connection the page says so. */
const QUIET_MS = 5_000

let isAway = false
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, tell } = openListeners()

/** Whether live updates have been missing for longer than `QUIET_MS`. */
export const isLiveAway = () => isAway

export const useLiveAway = () => useSyncExternalStore(subscribe, isLiveAway)

/** Records whether events arrive. The first call without a connection starts the timer; later ones do not restart it. */
export function setLiveState(connected: boolean) {
  setMayBeAway(!connected)
  if (!connected) {
    timer ??= setTimeout(() => set(true), QUIET_MS)
    return
  }
  clearTimeout(timer)
  timer = undefined
  set(false)
}

function set(next: boolean) {
  if (next === isAway) return
  isAway = next
  tell()
}
