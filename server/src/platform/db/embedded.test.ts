import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAST, inNewFolders, log, passwordFile, place, sql, start } from '../../../test/embedded.ts'
import { startEmbedded } from './embedded.ts'

inNewFolders()

test('the first start makes a database, the second finds its rows on the same port', async () => {
  const first = await start()
  await sql(first, 'create table kept (word text)')
  await sql(first, `insert into kept values ('Über')`)
  await first.stop()
  await expect(sql(first, 'select 1')).rejects.toThrow('ECONNREFUSED')

  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await sql(second, 'select upper(word) as word from kept')).toEqual([{ word: 'ÜBER' }])
  expect((await stat(join(place.dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
})

test('two starts at once give one database, stopped by the one that runs it', async () => {
  const [a, b] = await Promise.all([start(), start()])
  expect(a.url).toBe(b.url)
  await Promise.all([a.stop(), b.stop()])
  await expect(sql(a, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a database that lost its PG_VERSION is refused in words, keeps its password, and opens again with the file', async () => {
  const first = await start()
  await sql(first, 'create table kept (n int)')
  await first.stop()
  const version = join(place.dataDir, 'postgres/data/PG_VERSION')
  await rename(version, `${version}.lost`)
  const password = await readFile(passwordFile(), 'utf8')

  await expect(start()).rejects.toThrow(/has lost its file PG_VERSION.*Nothing was changed/s)
  expect(await readFile(passwordFile(), 'utf8')).toBe(password)
  await rename(`${version}.lost`, version)
  expect(await sql(await start(), 'select count(*)::int from kept')).toEqual([{ count: 0 }])
})

test('a setting that PostgreSQL refuses is told in its own words', async () => {
  await expect(start({ settings: ['fsync=off', 'shared_buffers=lots'] })).rejects.toThrow(
    /did not start: .*invalid value for parameter "shared_buffers"/s,
  )
})

test('a port that is taken is told at once when it was asked for', async () => {
  const mine = await start()
  const port = Number(new URL(mine.url).port)
  const other = startEmbedded({
    dataDir: join(place.folder, 'other'),
    shared: place.shared,
    log,
    port,
    ...FAST,
  })
  await expect(other).rejects.toThrow(/did not start: .*could not bind/s)
})
