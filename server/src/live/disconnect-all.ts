import type { Clock } from '../platform/clock.ts'

/** Milliseconds between two groups of pages, and the most groups: all are disconnected within 10 s. */
const EVERY_MS = 10
const GROUPS_MAX = 1_000

/**
 * Disconnects pages, which then reconnect and load everything again. Not all at the same moment, because each makes
 * several requests. Returns a function that stops it.
 */
export function disconnectAll(
  clock: Clock,
  pages: readonly { disconnect(close: boolean): unknown }[],
): () => void {
  const waiting = [...pages]
  const together = Math.ceil(waiting.length / GROUPS_MAX)
  let cancel = () => {}

  function next() {
    for (const page of waiting.splice(0, together)) page.disconnect(true)
    if (waiting.length > 0) cancel = clock.later(EVERY_MS, next)
  }

  next()
  return () => cancel()
}
