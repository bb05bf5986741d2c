import type { Log } from './log.ts'

/** Something that was started and must be stopped. */
export type Stop = () => Promise<void>

export type Lifecycle = {
  /** Registers what to stop; the last started is stopped first. */
  onStop(name: string, stop: Stop): void
  /** Stops everything once; a second call waits for the first. */
  stop(): Promise<void>
}

/** Longer than any part takes by itself: the job engine gives its jobs 20 s. */
const PART_STOPS_WITHIN_MS = 21_000

/**
 * Keeps the order in which things are stopped. A stop that fails, or waits too long for a database that
 * hangs, is logged and does not keep the others running.
 */
export function lifecycle(log: Log, withinMs = PART_STOPS_WITHIN_MS): Lifecycle {
  const started: { name: string; stop: Stop }[] = []
  let stopping: Promise<void> | undefined
  return {
    onStop: (name, stop) => void started.push({ name, stop }),
    stop() {
      stopping ??= (async () => {
        for (const { name, stop } of started.toReversed()) {
          try {
            await within(withinMs, stop())
          } catch (error) {
            log.error(
              { part: name, reason: (error as Error).message },
              'A part did not stop cleanly.',
            )
          }
        }
      })()
      return stopping
    },
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`It did not stop within ${ms / 1_000} s.`)),
    ms,
  )
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
