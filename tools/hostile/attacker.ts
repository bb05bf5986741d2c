import { attackOf, type AttackName, type AttackerAccount } from './attacks.ts'
import { openAttackClient, type Tally } from './attack-client.ts'

/** The order to the attacker, valid until `stop`. */
export type Order = {
  url: string
  names: AttackName[]
  account: AttackerAccount
  /** Whether it obeys the limits, like a program that uses all that is allowed. */
  polite: boolean
  /** How many loops of each attack run at the same time, at most. */
  parallelMax: number
}

/** The report after the stop: the statuses of each attack, and the accounts that are left. */
export type Report = { tallies: Record<string, Tally>; accountsToDelete: string[] }

/** The networks that the user and the stranger seem to come from. */
const NETWORKS = { user: '203.0.113.7', stranger: '203.0.113.8' }

/** Requests a second for all attacks of one kind of caller together: the limit of a minute, divided by 60. */
const PER_SECOND = { user: 20, stranger: 50 }

// A process of its own, so that it slows down neither the server nor the measurement.
let over = new AbortController()

process.on('message', (order: Order | 'stop') => {
  if (order === 'stop') return over.abort()
  over = new AbortController()
  void attack(order).then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function attack({ url, names, account, polite, parallelMax }: Order): Promise<Report> {
  const attacks = names.map((name) => {
    const { by, loops, attack: attackOnce } = attackOf(name)
    const attacksOfSameCaller = names.filter((one) => attackOf(one).by === by).length
    const perSecond = polite ? PER_SECOND[by] / attacksOfSameCaller : undefined
    const client = openAttackClient(url, { over: over.signal, network: NETWORKS[by], perSecond })
    const loop = async (n: number) => {
      while (!over.signal.aborted) {
        // Requests that are aborted at the end do not count.
        await attackOnce(client, account, n).catch(() => {})
      }
    }
    const run = Promise.all(Array.from({ length: Math.min(loops, parallelMax) }, (_, n) => loop(n)))
    return { name, client, run }
  })
  await Promise.all(attacks.map(({ run }) => run))
  const tallies = attacks.map(({ name, client }) => [name, client.tally()] as const)
  return { tallies: Object.fromEntries(tallies), accountsToDelete: account.accountsToDelete }
}
