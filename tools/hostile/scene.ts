import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '../../server/src/platform/db/database.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { createLog } from '../../server/src/platform/log.ts'
import type { Product } from '../product.ts'
import type { Order, Report } from './attacker.ts'
import type { AttackName } from './attacks.ts'
import { openAttackerAccount, type AttackerData } from './attacker-account.ts'
import { AHEAD_MS, openNeighbor } from './neighbor.ts'
import type { Tally } from './attack-client.ts'
import type { Seen, Watched } from './watch.ts'

/** Settings of a product that is attacked: the attacker, the watcher and the neighbor have networks of their own. */
export const SCENE_ENV = { DEFAULT_TIER: 'pro', TRUST_PROXY: 'loopback' }

/** One period: which attacks, how many sends of the neighbor are due in it, how long it is. */
export type Period = {
  names: AttackName[]
  polite?: boolean
  /** At most so many at once of each attack; as many as it has by itself unless said. */
  parallelMax?: number
  sends: number
  overMs: number
}

/** What the neighbor and the watcher saw of it. */
export type Outcome = {
  /** How late each send was, in milliseconds; infinity for one that did not come. */
  late: number[]
  /** Sends that came more than once. */
  twice: number
  /** `/healthz`, `/readyz` and a call of the neighbor's. */
  health: Seen
  ready: Seen
  call: Seen
  /** What was answered to each attack. */
  tallies: Record<string, Tally>
}

export type Scene = {
  run(stretch: Period): Promise<Outcome>
  close(): Promise<void>
}

/** More than any attack has. */
const PARALLEL_MAX = 100

/** How long after the last slot a send may still come, and the server may need to be itself again; in milliseconds. */
const PATIENCE_MS = 30_000

/** The attacker is at home on another machine: here it gets only the processor time that the others leave. */
const ATTACKER_NICE = 10

/** Makes a neighbor, an attacker with its data and a watcher; the product must run with `SCENE_ENV`. */
export async function openScene(
  product: Product,
  size: { bots: number; groupsPerBot: number; data: AttackerData },
): Promise<Scene> {
  const log = createLog('fatal')
  const postgres = await startEmbedded({ dataDir: product.dataDir, log })
  const pool = openPool(postgres.url, log, 1)
  const neighbor = await openNeighbor(product, pool, size)
  const account = await openAttackerAccount(product, pool, size.data)
  const attacker = await start('attacker.ts')
  if (attacker.pid) setPriority(attacker.pid, ATTACKER_NICE)
  const watcher = await start('watch.ts')
  const token = await neighbor.person.token()
  const watched: Watched[] = [
    { name: 'health', url: `${product.url}/healthz`, everyMs: 20 },
    { name: 'ready', url: `${product.url}/readyz`, everyMs: 100 },
    { name: 'call', url: `${product.url}/api/messages`, everyMs: 250, token },
  ]
  watcher.send(watched)

  return {
    async run({ names, polite = false, parallelMax = PARALLEL_MAX, sends, overMs }) {
      const planned = await neighbor.plan(sends, overMs)
      watcher.send('begin')
      const order: Order = { url: product.url, names, account, polite, parallelMax }
      attacker.send(order)
      await pause(AHEAD_MS + overMs)
      const [report] = await ask<Report>(attacker, 'stop')
      account.accountsToDelete = report.accountsToDelete
      const { late, twice } = await planned.judge(PATIENCE_MS)
      await waitUntilCalm(product.url)
      const [seen] = await ask<Seen[]>(watcher, 'tell')
      const of = (name: string) => seen.find((one) => one.name === name)!
      const watchedAll = { health: of('health'), ready: of('ready'), call: of('call') }
      return { late, twice, ...watchedAll, tallies: report.tallies }
    },
    async close() {
      for (const child of [attacker, watcher]) {
        child.disconnect()
        if (child.exitCode === null) await once(child, 'exit')
      }
      neighbor.close()
      await pool.end()
      await postgres.stop()
    },
  }
}

/** Resolves once the program says that it has begun: loading takes seconds where there is much to do. */
async function start(program: string): Promise<ChildProcess> {
  // With plain Node arguments: a test runner's are not meant for these.
  const child = fork(join(import.meta.dirname, program), { execArgv: [] })
  await once(child, 'message')
  return child
}

async function ask<T>(child: ChildProcess, message: string): Promise<[T]> {
  const answer = once(child, 'message')
  child.send(message)
  return (await answer) as [T]
}

/** Waits until the server answers at once again, three times in a row. */
async function waitUntilCalm(url: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (let quick = 0; quick < 3 && Date.now() < end;) {
    const begun = performance.now()
    const well = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    quick = well && performance.now() - begun < 50 ? quick + 1 : 0
    await pause(20)
  }
}
