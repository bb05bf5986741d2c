import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../errors.ts'
import { binariesFor } from './embedded/binaries.ts'
import { claim, tryClaim } from './embedded/claim.ts'
import { NAME, openCluster } from './embedded/cluster.ts'
import { dataFolder, foldersFor, SHARED_FOLDER, type Folders } from './embedded/folders.ts'
import { choosePort } from './embedded/port.ts'
import {
  findPostmaster,
  halt,
  interrupt,
  launch,
  logSince,
  logSize,
  LOOK_EVERY_MS,
  type Postmaster,
} from './embedded/postmaster.ts'
import type { InfoLog } from './embedded/info-log.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: InfoLog
  /** A fixed port; without one a free port is kept in the data directory. */
  port?: number
  /** Further PostgreSQL settings, `name=value`; the last one of a name wins. */
  settings?: readonly string[]
  /** The folder for programs and data if we are root and the database's user cannot enter our folders. */
  shared?: string
}

export interface Embedded {
  url: string
  /** Stops PostgreSQL if it is this process that runs it; another's is left running. */
  stop(): Promise<void>
}

/** After a crash PostgreSQL may need minutes to recover; longer than this, somebody should check. */
const READY_WITHIN_MS = 60_000

/** The server has 25 s to stop as a whole; connections are cut at once, only data is written. */
const GONE_WITHIN_MS = 10_000

/** How soon a database that ended by itself is noticed. */
const WATCH_EVERY_MS = 1_000

/** One answer over loopback; a machine that needs longer is asked again. */
const ANSWER_WITHIN_MS = 5_000

const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 2_000

/** After `kill -9` PostgreSQL refuses to start until its last process has ended. */
const PASSES = /lock file "postmaster\.pid" already exists|pre-existing shared memory/

/** Another program took the port between our check and PostgreSQL's start: the next try finds another port. */
const TAKEN = /could not bind|[Aa]ddress already in use/

interface Run {
  folders: Folders
  native: string
  password: string
  port: number | undefined
  settings: readonly string[]
}

interface Failure {
  why: string
  passes: boolean
}

/**
 * Runs the PostgreSQL that came with the packages on a folder of `dataDir`, or joins the one that
 * another process runs there. Fails with a sentence and the end of PostgreSQL's log.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, settings = [], shared = SHARED_FOLDER } = options
  const data = await dataFolder(options.dataDir)
  const starting = await claim(
    `start ${data}`,
    READY_WITHIN_MS,
    `Another process has been starting the database in ${data} for a minute.`,
  )
  try {
    const folders = await foldersFor(data, shared, log)
    const native = await binariesFor(folders, shared)
    const password = await openCluster(folders, native, !settings.includes('fsync=off'), log)
    const run = { folders, native, password, port: options.port, settings }
    return await supervise(data, run, await bringUp(run), log)
  } finally {
    await starting.release()
  }
}

/** Stops a PostgreSQL whose process died without doing so; does nothing while that process lives. */
export async function stopAbandoned(dataDir: string, shared = SHARED_FOLDER): Promise<boolean> {
  const data = await dataFolder(dataDir)
  const owner = await tryClaim(ownerOf(data))
  if (!owner) return false
  try {
    const folders = await foldersFor(data, shared, { info: () => {} })
    const running = await findPostmaster(folders)
    if (running) await halt(running.pid, await binariesFor(folders, shared), GONE_WITHIN_MS)
    return running !== undefined
  } finally {
    await owner.release()
  }
}

const ownerOf = (data: string) => `run ${data}`

const urlOf = (port: number, password: string, database: string) =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`

/**
 * The process that started it stops it, and restarts it at the same address if it ends by itself. If that process died,
 * the next process that holds the database does this.
 */
async function supervise(
  data: string,
  run: Run,
  { pid: first, port }: Postmaster,
  log: InfoLog,
): Promise<Embedded> {
  let pid = first
  let owner = await tryClaim(ownerOf(data))
  const lastResort = () => owner && interrupt(pid, run.native, 'INT')
  process.on('exit', lastResort)

  let reviving: Promise<void> | undefined
  async function revive() {
    if (await findPostmaster(run.folders)) return
    log.info('The database ended by itself; starting it again …')
    pid = (await bringUp({ ...run, port })).pid
    log.info('The database is back.')
  }
  const watch = setInterval(() => {
    if (!owner || stopping) return
    reviving ??= revive()
      .catch((error: Error) => log.info(error.message))
      .finally(() => (reviving = undefined))
  }, WATCH_EVERY_MS)
  watch.unref()

  let stopping: Promise<void> | undefined
  const stop = async () => {
    clearInterval(watch)
    await reviving
    owner ??= await tryClaim(ownerOf(data))
    if (owner) await halt(pid, run.native, GONE_WITHIN_MS)
    process.off('exit', lastResort)
    await owner?.release()
  }
  return { url: urlOf(port, run.password, NAME), stop: () => (stopping ??= stop()) }
}

/** Joins the running PostgreSQL or starts one; repeats it while the reason of the failure is temporary. */
async function bringUp(run: Run): Promise<Postmaster> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    const outcome = await tryOnce(run, deadline)
    if ('pid' in outcome) return outcome
    if (!outcome.passes || performance.now() > deadline)
      throw new StartError(`The database in ${run.folders.cluster} did not start: ${outcome.why}`)
    await pause(wait)
  }
}

async function tryOnce(run: Run, deadline: number): Promise<Postmaster | Failure> {
  const { folders, native, settings, port, password } = run
  const logged = logSize(folders)
  const child = (await findPostmaster(folders))
    ? undefined
    : launch(folders, native, port ?? (await choosePort(folders)), settings)
  const ended = endOf(child)
  let why = 'it was not ready in time.'
  while (performance.now() < deadline) {
    const found = await findPostmaster(folders)
    if (found?.ready) {
      const answer = await ask(folders, found.port, password)
      if (answer === true) return found
      why = answer
    }
    const failed = await Promise.race([ended, pause(LOOK_EVERY_MS)])
    if (failed !== undefined) {
      const log = await logSince(folders, logged)
      return { why: log || failed, passes: PASSES.test(log) || (!port && TAKEN.test(log)) }
    }
    // It was stopping when we found it: the next try starts our own.
    if (!found && !child) return { why, passes: true }
  }
  if (child?.pid) await halt(child.pid, native, GONE_WITHIN_MS)
  return { why, passes: false }
}

/** Why a child ended, once it has; without a child, never. */
const endOf = (child: ChildProcess | undefined) =>
  new Promise<string>((resolve) => {
    child?.once('error', (error) => resolve(error.message))
    child?.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}.`))
  })

/** Whether it answers, belongs to this folder, and has our database: true, or why not. */
async function ask({ cluster }: Folders, port: number, password: string): Promise<true | string> {
  const client = new Client({
    connectionString: urlOf(port, password, 'postgres'),
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
  })
  // If it ends meanwhile, the query fails; without a listener the error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (resolve(rows[0]?.data_directory ?? '') !== cluster)
      return `another database answers on port ${port}.`
    const known = await client.query('select from pg_database where datname = $1', [NAME])
    if (known.rowCount === 0) await client.query(`create database ${NAME}`)
    return true
  } catch (error) {
    return `${(error as Error).message}.`
  } finally {
    await client.end().catch(() => {})
  }
}
