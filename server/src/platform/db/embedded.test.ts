import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded, stopAbandoned, type Embedded, type EmbeddedOptions } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const log = { info: () => {} }

let folder: string
let dataDir: string
let shared: string
let running: Embedded[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-embedded-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'a folder with spaces')
  shared = join(folder, 'shared')
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()))
  await stopAbandoned(dataDir, shared)
  await rm(folder, { recursive: true })
})

test('the first start makes a database, the second finds its rows on the same port', async () => {
  const first = await start()
  await sql(first, 'create table kept (word text)')
  await sql(first, `insert into kept values ('Über')`)
  await first.stop()
  await expect(sql(first, 'select 1')).rejects.toThrow('ECONNREFUSED')

  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await sql(second, 'select upper(word) as word from kept')).toEqual([{ word: 'ÜBER' }])
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
})

test('rows that were acknowledged are there after kill -9', async () => {
  const first = await start()
  await sql(first, 'create table kept (n int)')
  await sql(first, 'insert into kept select generate_series(1, 1000)')
  process.kill(await postmaster(), 'SIGKILL')

  const second = await start()
  expect(await sql(second, 'select count(*)::int from kept')).toEqual([{ count: 1000 }])
})

test('a database that ends by itself comes back at the same address', async () => {
  const told = new EventTarget()
  const database = await start({
    log: { info: (words) => void told.dispatchEvent(new Event(words)) },
  })
  await sql(database, 'create table kept (n int)')
  const back = once(told, 'The database is back.')
  process.kill(await postmaster(), 'SIGKILL')
  await back
  expect(await sql(database, 'select count(*)::int from kept')).toEqual([{ count: 0 }])
})

test('two starts at once give one database, stopped by the one that runs it', async () => {
  const [a, b] = await Promise.all([start(), start()])
  expect(a.url).toBe(b.url)
  await Promise.all([a.stop(), b.stop()])
  await expect(sql(a, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a process that joins a running database leaves it running when it ends', async () => {
  const mine = await start()
  const other = await elsewhere()
  expect(other.url).toBe(mine.url)
  other.child.stdin.end()
  await once(other.child, 'exit')

  expect(await sql(mine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database whose process was killed is joined and then stopped by the next', async () => {
  const other = await elsewhere()
  const pid = await postmaster()
  other.child.kill('SIGKILL')
  await once(other.child, 'exit')

  const mine = await start()
  expect(await postmaster()).toBe(pid)
  await mine.stop()
  await expect(sql(mine, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('an abandoned database can be stopped, one that is held cannot', async () => {
  const other = await elsewhere()
  expect(await stopAbandoned(dataDir, shared)).toBe(false)
  other.child.kill('SIGKILL')
  await once(other.child, 'exit')

  expect(await stopAbandoned(dataDir, shared)).toBe(true)
  await expect(sql(other, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a process number that now belongs to another process does not keep it from starting', async () => {
  const first = await start()
  const left = await readFile(pidFile(), 'utf8')
  await first.stop()
  await writeFile(pidFile(), left.replace(/^\d+/, String(process.pid)))

  expect(await sql(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database that lost its PG_VERSION is refused in words, keeps its password, and opens again with the file', async () => {
  const first = await start()
  await sql(first, 'create table kept (n int)')
  await first.stop()
  const version = join(dataDir, 'postgres/data/PG_VERSION')
  await rename(version, `${version}.lost`)
  const password = await readFile(passwordFile(), 'utf8')

  await expect(start()).rejects.toThrow(/has lost its file PG_VERSION.*Nothing was changed/s)
  expect(await readFile(passwordFile(), 'utf8')).toBe(password)
  await rename(`${version}.lost`, version)
  expect(await sql(await start(), 'select count(*)::int from kept')).toEqual([{ count: 0 }])
})

test('a first start that was killed before it noted the password is finished by the next', async () => {
  const first = await start()
  await first.stop()
  // As after the rename: the cluster has its final name and still carries the password.
  const password = (await readFile(passwordFile(), 'utf8')).trim()
  await writeFile(join(dataDir, 'postgres/data/carillon-password'), password)
  await rm(passwordFile())

  expect(await sql(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(passwordFile())).mode & 0o777).toBe(0o600)
  expect(await readdir(join(dataDir, 'postgres/data'))).not.toContain('carillon-password')
})

test('a setting that PostgreSQL refuses is told in its own words', async () => {
  await expect(start({ settings: ['fsync=off', 'shared_buffers=lots'] })).rejects.toThrow(
    /did not start: .*invalid value for parameter "shared_buffers"/s,
  )
})

test('a port that is taken is told at once when it was asked for', async () => {
  const mine = await start()
  const port = Number(new URL(mine.url).port)
  const other = startEmbedded({ dataDir: join(folder, 'other'), shared, log, port, ...FAST })
  await expect(other).rejects.toThrow(/did not start: .*could not bind/s)
})

test.runIf(isRoot)('as root PostgreSQL runs as somebody else', async () => {
  await start()
  expect((await stat(`/proc/${await postmaster()}`)).uid).not.toBe(0)
})

test.runIf(isRoot)(
  'a data directory that only root may enter is opened just to pass through',
  async () => {
    await mkdir(dataDir, { mode: 0o700 })
    await start()
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711)
    expect((await stat(join(dataDir, 'postgres/data'))).mode & 0o777).toBe(0o700)
  },
)

test.runIf(isRoot)(
  'inside a folder that only root may enter the data lies elsewhere, and stays',
  async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    dataDir = join(closed, 'data')
    const first = await start()
    await sql(first, 'create table kept (n int)')
    await first.stop()
    await chmod(closed, 0o755)

    expect(await sql(await start(), 'select * from kept')).toEqual([])
    expect((await stat(closed)).mode & 0o777).toBe(0o755)
    await running.pop()?.stop()
    await rm(shared, { recursive: true })
    await expect(start()).rejects.toThrow('but nothing is there')
    await rm(join(dataDir, 'postgres/elsewhere'))
  },
)

/** For tests that do not cut the power. */
const FAST = { settings: ['fsync=off'] }

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const database = await startEmbedded({ dataDir, shared, log, ...FAST, ...options })
  running.push(database)
  return database
}

/** Another process that starts or joins it, and stops when its standard input ends. */
async function elsewhere() {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))})
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

async function sql({ url }: { url: string }, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const passwordFile = () => join(dataDir, 'postgres/password')

const pidFile = () => join(dataDir, 'postgres/data/postmaster.pid')

const postmaster = async () => Number.parseInt(await readFile(pidFile(), 'utf8'), 10)
