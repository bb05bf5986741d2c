import type { Context } from './context.ts'
import { reasonOf } from './errors.ts'

/** Work that a process repeats until it stops. */
export type Repeated = {
  /** Resolves when it is not at work. */
  rest(): Promise<void>
  stop(): Promise<void>
}

type Work = {
  everyMs: number
  /** How long before the first time; without it as long as before the others. */
  firstMs?: number
  /** Ends early once the signal is aborted. */
  work: (stop: AbortSignal) => Promise<void>
  /** What is logged when it fails; it is done again all the same. */
  failed: string
}

/** Does some work again and again, each time so long after it ended last. */
export function repeat(ctx: Context, { everyMs, firstMs = everyMs, work, failed }: Work): Repeated {
  const stopped = new AbortController()
  let working = Promise.resolve()
  let forget = () => {}
  wait(firstMs)

  function wait(ms: number) {
    forget = ctx.clock.later(ms, () => {
      working = work(stopped.signal)
        .catch((error: unknown) => ctx.log.warn({ reason: reasonOf(error) }, failed))
        .finally(() => {
          if (!stopped.signal.aborted) wait(everyMs)
        })
    })
  }

  return {
    rest: () => working,
    async stop() {
      stopped.abort()
      forget()
      await working
    },
  }
}
