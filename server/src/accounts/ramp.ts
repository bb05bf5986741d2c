import { minutes, sleep, type Clock } from '../platform/clock.ts'

/** The real server makes at most 20 new bots a minute for one address (ClientManager.cpp); some room stays for people who connect one. */
const OPENINGS_PER_MINUTE = 15

/**
 * Lets accounts be opened at a pace that the network takes: a handful at once, many one after the
 * other. Each call resolves when its turn has come; rejects when the signal ends the wait.
 */
export function openRamp(clock: Clock): (signal: AbortSignal) => Promise<void> {
  const turns: number[] = []
  return async (signal) => {
    const earlier = turns.at(-OPENINGS_PER_MINUTE)
    const now = clock.steadyMs()
    const turn = earlier === undefined ? now : Math.max(now, earlier + minutes(1))
    turns.push(turn)
    if (turns.length > OPENINGS_PER_MINUTE) turns.shift()
    if (turn > now) await sleep(clock, turn - now, signal)
  }
}
