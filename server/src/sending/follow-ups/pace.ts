import type { Pace } from '../../channels/port/sending.ts'

/** Follow-ups use this share of the pace of their account, and of its burst; the rest is for sending. */
const SHARE = 0.4
const BURST_MAX = 10

/** The time between two follow-ups of an account, and how many may be done at once after a pause. */
export const followUpPace = ({ account: { perSecond, burst } }: Pace) => ({
  everyMs: 1_000 / (perSecond * SHARE),
  most: Math.max(1, Math.min(BURST_MAX, burst)),
})

/** The largest number of follow-ups that an account can do in some time. */
export function followUpsWithin(pace: Pace, ms: number): number {
  const { everyMs, most } = followUpPace(pace)
  return Math.floor(ms / everyMs) + most
}
