import type { Clock } from '../platform/clock.ts'

/** Between two groups of pages, in milliseconds, and how many groups at most: all are gone within 10 s. */
const EVERY_MS = 10
const GROUPS_MAX = 1_000

/**
 * Sends pages away so that they come back and ask for everything anew; not all in the same moment, since
 * each asks for several things. Answers a way to stop.
 */
export function sendAway(
  clock: Clock,
  pages: readonly { disconnect(close: boolean): unknown }[],
): () => void {
  const line = [...pages]
  const together = Math.ceil(line.length / GROUPS_MAX)
  let forget = () => {}

  function next() {
    for (const page of line.splice(0, together)) page.disconnect(true)
    if (line.length > 0) forget = clock.later(EVERY_MS, next)
  }

  next()
  return () => forget()
}
