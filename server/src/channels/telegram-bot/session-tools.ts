import { seconds, type Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Client } from './client.ts'

/** What a session of a bot works with. */
export type SessionTools = { client: Client; clock: Clock; random: Random; log: Log }

/** Waits between tries after a failure: one failure costs a second, an outage one call a minute. */
const BACK_OFF_MS = [1, 2, 4, 8, 15, 30, 60].map(seconds)

/** How long to wait after the nth failure in a row; random, so that a thousand bots do not reconnect at once. */
export const backOffMs = (nth: number, random: Random): number =>
  (BACK_OFF_MS[Math.min(nth, BACK_OFF_MS.length) - 1] ?? 0) * (0.75 + random.fraction() / 2)
