import type { Log } from './log.ts'

/** Something that was started and must be stopped. */
export type Stop = () => Promise<void>

export type Lifecycle = {
  /** Registers what to stop; the last started is stopped first. */
  onStop(name: string, stop: Stop): void
  /** Stops everything once; a second call waits for the first. */
  stop(): Promise<void>
}

/** Keeps the order in which things are stopped. A failing stop is logged and does not keep the others running. */
export function lifecycle(log: Log): Lifecycle {
  const started: { name: string; stop: Stop }[] = []
  let stopping: Promise<void> | undefined
  return {
    onStop: (name, stop) => void started.push({ name, stop }),
    stop() {
      stopping ??= (async () => {
        for (const { name, stop } of started.toReversed()) {
          try {
            await stop()
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
