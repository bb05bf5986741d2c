import { openCommunity } from '../tools/community.ts'
import { crash } from '../tools/crash.ts'
import { startProduct } from '../tools/product.ts'
import { say } from './figures.ts'
import { takeover } from './takeover.ts'

const BOTS = 10
const GROUPS = 500
const ROUNDS = 20
const KILLS_A_ROUND = 3

/** In so many of the rounds the database is killed as well. */
const DATABASE_ROUNDS = 8

/** Within this many of all entries of a round the faults lie: later nothing would be on the way any more. */
const STRUCK_UNTIL = 300

/** How many sends of a bot can be on the wire, and so be unconfirmed after a fault. */
const ON_THE_WIRE = BOTS * 5

/** Bad weather of every second round, as shares of all sends. */
const WEATHER = [
  { fault: 'flood', when: 'before', rate: 0.03, amount: 1 },
  { fault: 'restart', when: 'before', rate: 0.01 },
  { fault: 'reset', when: 'before', rate: 0.02 },
  { fault: 'reset', when: 'after', rate: 0.02 },
] as const

// kill -9 of the server 60 times and of the database 8 times at random moments of 10,000 deliveries, with
// the ledger of the sandbox as the judge; then of one of two servers, to see the other take over.
const rounds = Number(process.argv[2] ?? ROUNDS)
const total = { twice: 0, lost: 0, sent: 0, unconfirmed: 0 }
let blowsDealt = 0
let struck = 0
const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'error' } })
try {
  const community = await openCommunity(product, { bots: BOTS, groupsPerBot: GROUPS / BOTS })
  const { sandbox } = community
  for (let round = 1; round <= rounds; round++) {
    const stormy = round % 2 === 0
    await sandbox.chaos(
      ...(stormy ? WEATHER.map((rule) => ({ method: 'sendMessage', ...rule })) : []),
    )
    const faults = dice(round)
    const crashed = await crash(product, community, faults)
    for (const rule of (await sandbox.chaosReport()).rules) {
      // A flood wait says that nothing was accepted; after all other weather nobody can know.
      if (rule.fault !== 'flood') struck += rule.struck
    }
    blowsDealt += faults.length
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += crashed[name]
    const dealt = faults.map(({ to, after }) => `${to} at ${after}`).join(', ')
    process.stdout.write(
      `round ${round}${stormy ? ', stormy' : ''}: ${dealt}: ${JSON.stringify(crashed)}\n`,
    )
  }
  sandbox.close()
} finally {
  await product.stop()
}
const inDoubtMost = blowsDealt * ON_THE_WIRE + struck
const stuck = rounds * GROUPS - total.sent - total.unconfirmed
say(`${blowsDealt} times kill -9, ${rounds * GROUPS} deliveries: ${JSON.stringify(total)}`)
say(
  `neither sent nor in doubt: ${stuck}; in doubt at most ${inDoubtMost}: what was on the wire or lost its answer`,
)
const tookOver = await takeover()
const held = total.twice + total.lost + stuck === 0 && total.unconfirmed <= inDoubtMost
process.exitCode = held && tookOver ? 0 : 1

/** The faults of a round, in the order of their moments. */
function dice(round: number) {
  const after = () => Math.ceil(Math.random() * STRUCK_UNTIL)
  const kills = Array.from({ length: KILLS_A_ROUND }, () => ({
    to: 'server' as const,
    after: after(),
  }))
  const database = round <= DATABASE_ROUNDS ? [{ to: 'database' as const, after: after() }] : []
  return [...kills, ...database].toSorted((a, b) => a.after - b.after)
}
