import { settle } from '../tools/community.ts'
import { crash } from '../tools/crash.ts'
import { startProduct } from '../tools/product.ts'

const BOTS = 10
const GROUPS = 500
const ROUNDS = 20
const KILLS_A_ROUND = 3

/** Within this many of all entries of a round the kills lie: later nothing would be on the way any more. */
const KILLED_UNTIL = 300

// 60 times kill -9 at random moments of 10,000 deliveries, with the ledger of the sandbox as the judge.
const rounds = Number(process.argv[2] ?? ROUNDS)
const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
const total = { twice: 0, lost: 0, sent: 0, unconfirmed: 0 }
try {
  const community = await settle(product, { bots: BOTS, groupsPerBot: GROUPS / BOTS })
  for (let round = 1; round <= rounds; round++) {
    const killsAfter = Array.from({ length: KILLS_A_ROUND }, () =>
      Math.ceil(Math.random() * KILLED_UNTIL),
    ).toSorted((a, b) => a - b)
    const crashed = await crash(product, community, killsAfter)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += crashed[name]
    process.stdout.write(
      `round ${round}, killed after ${killsAfter.join(', ')}: ${JSON.stringify(crashed)}\n`,
    )
  }
  community.sandbox.close()
} finally {
  await product.stop()
}
const kills = rounds * KILLS_A_ROUND
process.stdout.write(`${kills} kills, ${rounds * GROUPS} deliveries: ${JSON.stringify(total)}\n`)
process.exitCode = total.twice + total.lost > 0 ? 1 : 0
