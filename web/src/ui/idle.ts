import { useEffect, useState } from 'react'

/** The longest that work waits for idle time, in milliseconds: a page that is never idle needs it too. */
const LONGEST_MS = 1_000

/** Does what nobody waits for once the browser has time for it. Answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari knows no idle time.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_MS })
  return () => cancelIdleCallback(handle)
}

/** Whether the browser has had time since this was first shown. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
