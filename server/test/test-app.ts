import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { loadConfig, type SandboxEndpoints } from '../src/platform/config.ts'
import type { Context, UserContext } from '../src/platform/context.ts'
import { openDatabase, openPool, type Pool } from '../src/platform/db/database.ts'
import { systemRandom, uuidv7 } from '../src/platform/ids.ts'
import { openJobs, type Jobs } from '../src/platform/jobs/boss.ts'
import { createLog } from '../src/platform/log.ts'
import { openSecrets } from '../src/platform/secrets.ts'
import { readKeyring } from '../src/platform/setting-readers.ts'
import { openStorage } from '../src/platform/storage/storage.ts'
import { transactions } from '../src/platform/transaction.ts'
import { wire, jobHandlers, jobNames } from '../src/rooms.ts'
import { cloneDatabase } from './database.ts'
import { heldClock, type HeldClock } from './held-clock.ts'
import { secretsIn } from './secrets-in-logs.ts'

/** The product without its processes: every room on a database of its own, under a clock that is held. */
export type TestApp = {
  ctx: Context
  clock: HeldClock
  pool: Pool
  databaseUrl: string
  jobs: Jobs
  /** A person with a profile, as the caller of actions. */
  person(profile?: {
    tier?: 'free' | 'pro'
    timeZone?: string
    email?: string
  }): Promise<UserContext>
  /** Runs the due background jobs, until no new ones are due. */
  runJobs(): Promise<void>
  /** Everything that was logged, one JSON object a line. Closing throws if it contains a secret. */
  printed(): string
  /** Registers what to close at the end of the test, last first. */
  atEnd(close: () => unknown): void
}

/** `SECRETS_KEYS` of every test app, for other processes that read its secrets. */
export const TEST_SECRETS_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`

/** When tests begin: an ordinary Monday, no clock change near. */
const START = '2026-06-01T08:00:00.000Z'

export type TestAppOptions = {
  now?: string
  env?: Record<string, string>
  /** What stands in for Telegram and mail, when the test talks to it. */
  endpoints?: Omit<SandboxEndpoints, 'whatsapp'> & {
    whatsappEndpoint?: SandboxEndpoints['whatsapp']
    /** The numbers of people there, and the codes that they scanned or typed to link devices. */
    whatsapp?: { world(): Promise<{ people: { pn: string }[]; entered: string[] }> }
  }
}

/** Builds a test app; `close` returns everything. Tests usually take the `app` fixture instead. */
export async function openTestApp(
  options: TestAppOptions = {},
): Promise<TestApp & { close(): Promise<void> }> {
  const closers: (() => unknown)[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-test-'))
  closers.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = await cloneDatabase()
  closers.push(() => database.drop())

  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const clock = heldClock(options.now ?? START)
  const random = systemRandom
  const env = {
    DATA_DIR: dataDir,
    ...(options.endpoints ? { SANDBOX_URL: options.endpoints.http } : {}),
    ...options.env,
  }
  const config = await loadConfig(env, async () => {
    const { whatsappEndpoint, whatsapp: _, ...endpoints } = options.endpoints!
    return { ...endpoints, ...(whatsappEndpoint ? { whatsapp: whatsappEndpoint } : {}) }
  })
  const pool = openPool(database.url, log, 10)
  closers.push(() => pool.end())
  const db = openDatabase(pool)
  const jobs = openedLater(() =>
    openJobs(database.url, log, jobNames, { supervise: false, install: false }),
  )
  closers.push(() => jobs.stop())
  const keyring = readKeyring(TEST_SECRETS_KEYS)
  const ctx = wire({
    config,
    clock,
    ids: uuidv7(clock, random),
    random,
    log,
    secrets: openSecrets(keyring, random),
    storage: openStorage(config, uuidv7(clock, random), log),
    db,
    transaction: transactions(db, jobs),
  })
  for (const channel of ctx.channels.values()) closers.push(() => channel.close())

  return {
    ctx,
    clock,
    pool,
    databaseUrl: database.url,
    jobs,
    async person(profile = {}) {
      const id = ctx.ids.next()
      const email = profile.email ?? `${id}@example.org`
      await pool.query(
        `insert into users (id, email, tier, time_zone, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)`,
        [id, email, profile.tier ?? 'free', profile.timeZone ?? 'Europe/Berlin', clock.now()],
      )
      return { ...ctx, user: { id, email, name: null, picture: null, sessionId: null } }
    },
    async runJobs() {
      while ((await jobs.drain(ctx, jobHandlers)) > 0);
    },
    printed: () => lines.join(''),
    atEnd: (close) => void closers.push(close),
    async close() {
      const known = [...(await textIn(pool)), ...(await linkedAt(options.endpoints))]
      for (const close of closers.toReversed()) await close()
      const told = secretsIn(lines.join(''), known)
      if (told.length > 0) throw new Error(`The log says what is secret:\n${told.join('\n')}`)
    },
  }
}

/** The job engine, opened when something is asked of it: most tests never do, and it opens two connections. */
function openedLater(open: () => Promise<Jobs>): Jobs {
  let opened: Promise<Jobs> | undefined
  const jobs = () => (opened ??= open())
  return {
    enqueue: async (...given) => (await jobs()).enqueue(...given),
    work: async (...given) => (await jobs()).work(...given),
    drain: async (...given) => (await jobs()).drain(...given),
    stop: async () => (await opened)?.stop(),
  }
}

/** The texts that people wrote, as far as the database can still be asked: some tests take it away. */
async function textIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool
    .query<{ text: string }>("select distinct body ->> 'text' as text from contents limit 1000")
    .catch(() => ({ rows: [] }))
  return rows.map(({ text }) => text)
}

/** What linked devices at WhatsApp's stand-in, and the numbers of all people there. */
async function linkedAt(endpoints: TestAppOptions['endpoints']): Promise<string[]> {
  if (!endpoints?.whatsapp || !endpoints.whatsappEndpoint) return []
  const { people, entered } = await endpoints.whatsapp.world()
  return [...entered, ...people.map(({ pn }) => pn)]
}

export const test = base.extend<{ appOptions: TestAppOptions; app: TestApp }>({
  appOptions: async ({}, use) => use({}),
  app: async ({ appOptions }, use) => {
    const app = await openTestApp(appOptions)
    await use(app)
    await app.close()
  },
})

export { expect } from 'vitest'
