import type { Pace } from '../channels/port/sending.ts'

/** The share of its account's pace that follow-ups take, and how many go at once after a rest: the other is for sending. */
const SHARE = 0.4
const BURST_MAX = 10

/** How long an account takes for one follow-up after the other, and how many go at once after a rest. */
export const followUpPace = ({ account: { perSecond, burst } }: Pace) => ({
  everyMs: 1_000 / (perSecond * SHARE),
  most: Math.max(1, Math.min(BURST_MAX, burst)),
})

/** How many follow-ups an account gets done within some time at most. */
export function followUpsWithin(pace: Pace, ms: number): number {
  const { everyMs, most } = followUpPace(pace)
  return Math.floor(ms / everyMs) + most
}
