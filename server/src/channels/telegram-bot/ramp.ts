import { minutes, sleep, type Clock } from '../../platform/clock.ts'
import type { Session } from '../port/receiving.ts'

/** The real server makes at most 20 new bots a minute for one address (ClientManager.cpp); we leave some of these for people who connect a bot. */
const OPENINGS_PER_MINUTE = 15

/** Begins a session as soon as the network accepts one more; until then the session does nothing. */
export type Ramp = (begin: () => Session) => Session

/** Starts sessions at a pace that Telegram accepts: a few at once, many one after the other. */
export function openRamp(clock: Clock): Ramp {
  const turns: number[] = []

  async function wait(signal: AbortSignal) {
    const earlier = turns.at(-OPENINGS_PER_MINUTE)
    const now = clock.steadyMs()
    const turn = earlier === undefined ? now : Math.max(now, earlier + minutes(1))
    turns.push(turn)
    if (turns.length > OPENINGS_PER_MINUTE) turns.shift()
    if (turn > now) await sleep(clock, turn - now, signal)
  }

  return (begin) => {
    const stop = new AbortController()
    let session: Session | undefined
    const begun = wait(stop.signal).then(
      () => {
        if (!stop.signal.aborted) session = begin()
      },
      () => {},
    )
    return {
      async close() {
        stop.abort(new Error('The session was closed.'))
        await begun
        await session?.close()
      },
    }
  }
}
