import { after, latest, minutes, until, type Clock } from '../platform/clock.ts'

/** The real server makes at most 20 new bots a minute for one address (ClientManager.cpp); some room stays for people who connect one. */
const OPENINGS_PER_MINUTE = 15

/**
 * Lets accounts be opened at a pace that the network takes: a handful at once, many one after the
 * other. Each call resolves when its turn has come; rejects when the signal ends the wait.
 */
export function openRamp(clock: Clock): (signal: AbortSignal) => Promise<void> {
  const turns: Date[] = []
  return async (signal) => {
    const earlier = turns.at(-OPENINGS_PER_MINUTE)
    const now = clock.now()
    const turn = earlier ? latest(now, after(earlier, minutes(1))) : now
    turns.push(turn)
    if (turns.length > OPENINGS_PER_MINUTE) turns.shift()
    if (turn.getTime() > now.getTime()) await until(clock, turn, signal)
  }
}
