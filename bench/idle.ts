import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPlatform } from '../server/src/platform/start.ts'
import { wire, jobNames } from '../server/src/rooms.ts'
import { createPostingFor } from '../server/test/posting.ts'
import { createClient } from '../sandbox/src/testing/client.ts'
import { startProduct } from '../tools/product.ts'
import { newUser, scheduleMany } from './community.ts'
import { indexes } from './engines/engine.ts'
import { say } from './figures.ts'
import { cpuMs, pidOf, residentMb } from './machine.ts'
import { startPostgres } from './postgres.ts'

const SCHEDULES = 10_000
const CONNECTIONS = 100

/** How long it is looked at, after it has settled. */
const SETTLE_MS = 20_000
const LOOK_MS = 30_000

/** A year from now nothing of it is due. */
const LATER_MS = 365 * 86_400_000

/** The cost of a whole server with much data and nothing to do: with every role, and bots that listen. */
export async function idle(): Promise<boolean> {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.database()
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const keys = `bench:${randomBytes(32).toString('base64')}`
  const env = { DATABASE_URL: databaseUrl, SECRETS_KEYS: keys, LOG_LEVEL: 'warn' }
  const product = await startProduct({ env, dataDir })
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  try {
    await prepare(product.sandboxUrl, {
      ...env,
      DATA_DIR: dataDir,
      SANDBOX_URL: product.sandboxUrl,
    })
    await product.stopServer()
    await product.startServer()
    await pause(SETTLE_MS)
    const pid = pidOf(product)
    const before = { commits: await commits(admin), cpuMs: cpuMs(pid) }
    await pause(LOOK_MS)
    const perSecond = ((await commits(admin)) - before.commits) / (LOOK_MS / 1_000)
    const cpu = ((cpuMs(pid) - before.cpuMs) / LOOK_MS) * 100
    const megabytes = Math.round(residentMb(pid))
    const held = perSecond <= 5 && cpu < 0.5 && megabytes <= 250
    say(
      `idle: a server with ${SCHEDULES} schedules to come and ${CONNECTIONS} bots that listen, over ${LOOK_MS / 1_000} s`,
    )
    say(`  ${perSecond.toFixed(1)} transactions a second, bar ≤ 5`)
    say(`  ${cpu.toFixed(2)} % of a core, bar < 0.5`)
    say(`  ${megabytes} MB of memory without PostgreSQL, bar ≤ 250: ${held ? 'held' : 'MISSED'}`)
    return held
  } finally {
    await admin.end()
    await product.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(sandboxUrl: string, env: Record<string, string>) {
  const platform = await startPlatform({ ...env, ROLES: 'web' }, jobNames)
  const place = { ctx: wire(platform.base), pool: platform.pool }
  const user = await newUser(place)
  const sandbox = createClient(sandboxUrl)
  let groupIds: string[] = []
  for (const _ of indexes(CONNECTIONS)) {
    const { token } = await sandbox.createBot()
    const posting = await createPostingFor({ ...place, clock: user.clock }, user, { token })
    groupIds = posting.groupIds
  }
  await scheduleMany(
    place,
    user,
    groupIds,
    indexes(SCHEDULES).map((n) => Date.now() + LATER_MS + n),
  )
  await platform.life.stop()
}

async function commits(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ n: string }>(
    'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.n)
}
