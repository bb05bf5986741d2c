import { useEffect, useState } from 'react'

/** The longest that work waits for idle time, in milliseconds: a page that is never idle needs it too. */
const LONGEST_MS = 1_000

/** Runs work in the background when the browser is idle. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_MS })
  return () => cancelIdleCallback(handle)
}

/** Whether the browser has been idle since the first render. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
