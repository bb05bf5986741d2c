import { existsSync } from 'node:fs'
import type { Context } from './context.ts'
import { systemClock } from './clock.ts'
import { loadConfig, SandboxEndpoints, type Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { openDatabase, openPool, PEOPLE, type Pool } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { StartError } from './errors.ts'
import { systemRandom, uuidv7 } from './ids.ts'
import { openJobs, type JobName, type Jobs } from './jobs/boss.ts'
import { openKeyring } from './keyring.ts'
import { lifecycle, type Lifecycle } from './lifecycle.ts'
import { createLog } from './log.ts'
import { openListener, type Listener } from './news/listener.ts'
import { openSecrets } from './secrets.ts'
import { openStorage } from './storage/storage.ts'
import { transactions } from './transaction.ts'

export type Platform = {
  /** What the platform gives to the context; the rooms add theirs. */
  base: Pick<
    Context,
    'config' | 'clock' | 'ids' | 'random' | 'log' | 'secrets' | 'storage' | 'db' | 'transaction'
  >
  /** The same on connections of their own, for what people ask: with limits on what it may take. */
  people: Pick<Context, 'db' | 'transaction'>
  databaseUrl: string
  pool: Pool
  jobs: Jobs
  listener: Listener
  life: Lifecycle
}

/** How long the sandbox may take to answer, in milliseconds. */
const SANDBOX_TIMEOUT_MS = 5_000

/**
 * Starts everything a server needs before its rooms: settings, database at its newest version, jobs, news.
 * Throws StartError for a problem that the operator can fix, and the reason of the signal after an abort.
 */
export async function startPlatform(
  env: Readonly<Record<string, string | undefined>>,
  jobNames: readonly JobName[],
  signal?: AbortSignal,
): Promise<Platform> {
  const config = await loadConfig(env, askSandbox)
  openDataDir(config.dataDir)
  const log = createLog(config.logLevel)
  const life = lifecycle(log)
  const clock = systemClock
  const random = systemRandom
  const ids = uuidv7(clock, random)

  try {
    return await open()
  } catch (error) {
    await life.stop()
    throw error
  }

  async function open(): Promise<Platform> {
    const databaseUrl = config.databaseUrl ?? (await embedded(config, log, life))
    signal?.throwIfAborted()
    await migrate(databaseUrl, log)
    signal?.throwIfAborted()
    const pool = openPool(databaseUrl, log)
    life.onStop('database pool', () => pool.end())
    const keyring = await openKeyring(pool, config, random)
    const db = openDatabase(pool)
    const peoplesPool = openPool(databaseUrl, log, undefined, PEOPLE)
    life.onStop("people's database pool", () => peoplesPool.end())
    const peoplesDb = openDatabase(peoplesPool, PEOPLE)
    const jobs = await openJobs(databaseUrl, log, jobNames, { supervise: config.roles.has('jobs') })
    life.onStop('jobs', () => jobs.stop())
    const listener = await openListener(databaseUrl, clock, log)
    life.onStop('listener', () => listener.close())

    const base = {
      config,
      clock,
      ids,
      random,
      log,
      secrets: openSecrets(keyring, random),
      storage: openStorage(config, ids, log),
      db,
      transaction: transactions(db, jobs),
    }
    const people = { db: peoplesDb, transaction: transactions(peoplesDb, jobs) }
    return { base, people, databaseUrl, pool, jobs, listener, life }
  }
}

async function embedded(config: Config, log: Context['log'], life: Lifecycle): Promise<string> {
  const first = !existsSync(config.dataDir)
  const postgres = await startEmbedded({ dataDir: config.dataDir, log })
  life.onStop('embedded PostgreSQL', () => postgres.stop())
  log.info({ dataDir: config.dataDir, first }, 'The embedded PostgreSQL is up.')
  return postgres.url
}

async function askSandbox(url: string): Promise<SandboxEndpoints> {
  try {
    const answer = await fetch(new URL('/sandbox/api/endpoints', url), {
      signal: AbortSignal.timeout(SANDBOX_TIMEOUT_MS),
    })
    return SandboxEndpoints.parse(await answer.json())
  } catch (error) {
    throw new StartError(
      `No sandbox answers at ${url}, where SANDBOX_URL says that it is: start it, or set SANDBOX=off.`,
      { cause: error },
    )
  }
}
