import { useSyncExternalStore } from 'react'

/** How often words like "in 5 minutes" are updated, in milliseconds: a sixth of their smallest unit. */
export const TICK_MS = 10_000

/** The present instant, updated every ten seconds by one timer for the whole page. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  // Browsers pause the timers of a hidden page.
  document.addEventListener('visibilitychange', tick)
  // The timer may have been off for long, so the first subscriber updates the time.
  if (Date.now() - now > TICK_MS) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}
