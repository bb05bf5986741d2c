import { hours, minutes } from '../clock.ts'
import type { Context } from '../context.ts'

/** How often each round is made; what it deletes was kept for days already. */
const EVERY_MS = hours(6)

/** The first one waits for the start to be over, and processes that start together spread out. */
const FIRST_MS = { min: minutes(1), spread: minutes(10) }

/**
 * What keeps tables from growing for ever, by name. Any number of processes may make the same round at
 * once, so each must stand that.
 */
export type Rounds = Readonly<Record<string, Round>>

/** One that works in many steps ends between two of them when its signal says so. */
export type Round = (ctx: Context, stop: AbortSignal) => Promise<void>

export type Caretaker = {
  /** Resolves when no round is under way. */
  rest(): Promise<void>
  stop(): Promise<void>
}

/** Makes the rounds every few hours; one that fails is logged, and made the next time. */
export function startRounds(ctx: Context, rounds: Rounds): Caretaker {
  let working = Promise.resolve()
  let forget = () => {}
  const stopped = new AbortController()
  wait(FIRST_MS.min + ctx.random.fraction() * FIRST_MS.spread)

  function wait(ms: number) {
    forget = ctx.clock.later(ms, () => {
      working = work()
      wait(EVERY_MS)
    })
  }

  async function work() {
    for (const [round, make] of Object.entries(rounds)) {
      if (stopped.signal.aborted) return
      try {
        await make(ctx, stopped.signal)
      } catch (error) {
        ctx.log.warn({ round, reason: (error as Error).message }, 'A round failed.')
      }
    }
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
