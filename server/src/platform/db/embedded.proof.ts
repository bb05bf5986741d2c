import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  elsewhere,
  inNewFolders,
  passwordFile,
  pidFile,
  place,
  postmaster,
  sql,
  start,
} from '../../../test/embedded.ts'
import { stopAbandoned } from './embedded.ts'

const isRoot = process.getuid?.() === 0

inNewFolders()

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
  expect(await stopAbandoned(place.dataDir, place.shared)).toBe(false)
  other.child.kill('SIGKILL')
  await once(other.child, 'exit')

  expect(await stopAbandoned(place.dataDir, place.shared)).toBe(true)
  await expect(sql(other, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a process number that now belongs to another process does not keep it from starting', async () => {
  const first = await start()
  const left = await readFile(pidFile(), 'utf8')
  await first.stop()
  await writeFile(pidFile(), left.replace(/^\d+/, String(process.pid)))

  expect(await sql(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a first start that was killed before it noted the password is finished by the next', async () => {
  const first = await start()
  await first.stop()
  // As after the rename: the cluster has its final name and still carries the password.
  const password = (await readFile(passwordFile(), 'utf8')).trim()
  await writeFile(join(place.dataDir, 'postgres/data/carillon-password'), password)
  await rm(passwordFile())

  expect(await sql(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(passwordFile())).mode & 0o777).toBe(0o600)
  expect(await readdir(join(place.dataDir, 'postgres/data'))).not.toContain('carillon-password')
})

test.runIf(isRoot)('as root PostgreSQL runs as somebody else', async () => {
  await start()
  expect((await stat(`/proc/${await postmaster()}`)).uid).not.toBe(0)
})

test.runIf(isRoot)(
  'a data directory that only root may enter is opened just to pass through',
  async () => {
    await mkdir(place.dataDir, { mode: 0o700 })
    await start()
    expect((await stat(place.dataDir)).mode & 0o777).toBe(0o711)
    expect((await stat(join(place.dataDir, 'postgres/data'))).mode & 0o777).toBe(0o700)
  },
)

test.runIf(isRoot)(
  'inside a folder that only root may enter the data lies elsewhere, and stays',
  async () => {
    const closed = join(place.folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    place.dataDir = join(closed, 'data')
    const first = await start()
    await sql(first, 'create table kept (n int)')
    await first.stop()
    await chmod(closed, 0o755)

    expect(await sql(await start(), 'select * from kept')).toEqual([])
    expect((await stat(closed)).mode & 0o777).toBe(0o755)
    await place.running.pop()?.stop()
    await rm(place.shared, { recursive: true })
    await expect(start()).rejects.toThrow('but nothing is there')
    await rm(join(place.dataDir, 'postgres/elsewhere'))
  },
)
