import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import {
  startEmbedded,
  stopAbandoned,
  type Embedded,
  type EmbeddedOptions,
} from '../src/platform/db/embedded.ts'

export const log = { info: () => {} }

/** Where the present test keeps its databases, and those that it started. */
export const place = { folder: '', dataDir: '', shared: '', running: [] as Embedded[] }

/** Gives each test of the file that calls it new folders, and stops what it started. */
export function inNewFolders(): void {
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-embedded-'))
    await chmod(folder, 0o755)
    place.folder = folder
    place.dataDir = join(folder, 'a folder with spaces')
    place.shared = join(folder, 'shared')
    place.running = []
  })

  afterEach(async () => {
    await Promise.all(place.running.map((database) => database.stop()))
    await stopAbandoned(place.dataDir, place.shared)
    await rm(place.folder, { recursive: true })
  })
}

/** For tests that do not cut the power. */
export const FAST = { settings: ['fsync=off'] }

/** Starts it, to be stopped with the test. */
export async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const { dataDir, shared, running } = place
  const database = await startEmbedded({ dataDir, shared, log, ...FAST, ...options })
  running.push(database)
  return database
}

/** Another process that starts or joins it, and stops when its standard input ends. */
export async function elsewhere() {
  const { dataDir, shared } = place
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('../src/platform/db/embedded.ts'))})
    const database = await startEmbedded({ ...${JSON.stringify({ dataDir, shared, ...FAST })}, log: { info() {} } })
    console.log(database.url)
    process.stdin.on('end', () => database.stop()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(child.stdout, 'data') as Promise<[Buffer]>,
    once(child, 'exit').then(() => Promise.reject(new Error('the other process ended'))),
  ])
  return { child, url: line.toString().trim() }
}

/** The rows that a statement gives. */
export async function sql({ url }: { url: string }, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export const passwordFile = () => join(place.dataDir, 'postgres/password')

export const pidFile = () => join(place.dataDir, 'postgres/data/postmaster.pid')

/** The process number of PostgreSQL. */
export const postmaster = async () => Number.parseInt(await readFile(pidFile(), 'utf8'), 10)
