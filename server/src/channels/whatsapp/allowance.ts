import type { Allowance } from '../port/allowance.ts'
import { messageIdOf } from './credentials.ts'
import { countTries, findTries, mayBeThere } from './tries-store.ts'

/** The most messages on one day of a number that was linked weeks ago. Operators can set it. */
const DAILY_MAX = 500

/**
 * The share of the daily maximum that a newly linked number may send, until the end of each of these days. WhatsApp
 * publishes no limits. This is our own careful choice: 20 a day at first, at most 200 in the first two weeks, and the
 * whole maximum after three.
 */
const WARM_UP: readonly { untilDay: number; share: number }[] = [
  { untilDay: 2, share: 0.04 },
  { untilDay: 4, share: 0.08 },
  { untilDay: 7, share: 0.16 },
  { untilDay: 10, share: 0.24 },
  { untilDay: 14, share: 0.4 },
  { untilDay: 18, share: 0.6 },
  { untilDay: 21, share: 0.8 },
]

/** The daily allowance of numbers, which grows up to `dailyMax`. */
export const allowanceOf = (dailyMax: number = DAILY_MAX): Allowance => ({
  most(day) {
    const share = WARM_UP.find(({ untilDay }) => day <= untilDay)?.share ?? 1
    return Math.max(1, Math.floor(dailyMax * share))
  },
  warmUpDays: WARM_UP.at(-1)!.untilDay,
  used: countTries,
  async counted(reading, accountId, deliveryIds) {
    // The first part is always sent first, so without a try of it nothing was sent.
    const firsts = deliveryIds.map((id) => messageIdOf(id))
    const tries = await findTries(reading, accountId, firsts)
    return new Set(deliveryIds.filter((_, n) => mayBeThere(tries.get(firsts[n]!))))
  },
})
