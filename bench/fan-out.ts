import { median, say } from './figures.ts'
import { openSendingBench } from './sending.ts'

const BOTS = 20
const GROUPS_EACH = 250
const PER_SECOND = 30
const ROUNDS = 3

/** All groups of a bot, one after another at its pace, while the other bots send theirs. */
const IDEAL_MS = (GROUPS_EACH / PER_SECOND) * 1_000

/** One message to 5,000 groups over 20 bots, each at 30 a second: what the engine adds to the pace. */
export async function fanOut(): Promise<boolean> {
  const bench = await openSendingBench({
    account: { perSecond: PER_SECOND, burst: PER_SECOND },
    chat: { perSecond: Infinity, burst: Infinity },
    groupPerMinute: Infinity,
    inFlight: 5,
  })
  try {
    const { user, groupIds } = await bench.bots(BOTS, GROUPS_EACH)
    const took: number[] = []
    let complete = true
    for (let round = 0; round < ROUNDS; round++) {
      const { tookMs, sent } = await bench.send(user, groupIds)
      took.push(tookMs)
      complete &&= sent === groupIds.length
    }
    const ratio = median(took) / IDEAL_MS
    const held = complete && ratio <= 1.05
    say(
      `fan-out: ${groupIds.length} groups over ${BOTS} bots at ${PER_SECOND} a second each, until all are stored as sent`,
    )
    say(
      `  ${(median(took) / 1_000).toFixed(2)} s, the pace alone ${(IDEAL_MS / 1_000).toFixed(2)} s`,
    )
    say(`  ${ratio.toFixed(3)} × ideal, bar ≤ 1.05: ${held ? 'held' : 'MISSED'}`)
    return held
  } finally {
    await bench.close()
  }
}
