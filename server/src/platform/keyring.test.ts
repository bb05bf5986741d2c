import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { openPool, type Pool } from './db/database.ts'
import { systemRandom } from './ids.ts'
import { openKeyring } from './keyring.ts'
import { createLog } from './log.ts'
import { readKeyring } from './setting-readers.ts'

let pool: Pool
let dataDir: string
let file: string

beforeEach(async () => {
  const database = await cloneDatabase()
  pool = openPool(database.url, createLog('fatal'), 4)
  dataDir = mkdtempSync(join(tmpdir(), 'carillon-keys-'))
  file = join(dataDir, 'secrets.key')
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })
})

const setting = (name: string, byte: number) =>
  `${name}:${Buffer.alloc(32, byte).toString('base64')}`

/** A start with these SECRETS_KEYS, or with the key file. */
const start = (secretsKeys?: string, lostKeys: string[] = []) =>
  openKeyring(
    pool,
    {
      dataDir,
      secretsKeys: secretsKeys === undefined ? undefined : readKeyring(secretsKeys),
      lostKeys,
    },
    systemRandom,
  )

const canaries = async () =>
  (
    await pool.query<{ name: string; place: string }>(
      'select key_name as name, place from secret_canaries order by 1',
    )
  ).rows

test('the key file is made once, named by its key, readable by its owner only', async () => {
  const first = await start()
  expect(await start()).toEqual(first)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect([...first.keys()]).toEqual([expect.stringMatching(/^k[0-9a-f]{12}$/)])
  expect(await canaries()).toHaveLength(1)
})

test('two first starts at once use one key', async () => {
  const [a, b] = await Promise.all([start(), start()])
  expect(a).toEqual(b)
  expect(await canaries()).toHaveLength(1)
})

test('a lost key file is told with its name, and no new key is made in its place', async () => {
  const [name] = [...(await start()).keys()]
  const kept = readFileSync(file)
  rmSync(file)
  await expect(start()).rejects.toThrow(
    `sealed with the key "${name}", and no key here opens them. ${file} is missing: put it back`,
  )
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, kept)
  expect([...(await start()).keys()]).toEqual([name])
})

test('another key file is refused, also when its key has the same name', async () => {
  writeFileSync(file, setting('k1', 1))
  await start()
  writeFileSync(file, setting('k1', 2))
  await expect(start()).rejects.toThrow(
    `sealed with the key "k1", and no key here opens them. ${file} holds another key`,
  )
  writeFileSync(file, 'k1:torn')
  await expect(start()).rejects.toThrow(`${file} cannot be used: it must be name:key pairs`)
})

test('a key that is given up by its name opens nothing any more, and a new one takes its place', async () => {
  const [lost = ''] = [...(await start()).keys()]
  rmSync(file)
  const [fresh] = [...(await start(undefined, [lost])).keys()]
  expect(fresh).not.toBe(lost)
  expect((await canaries()).map(({ name }) => name)).toEqual([fresh])
  expect([...(await start()).keys()]).toEqual([fresh])
})

test('a key that still opens what it sealed is not given up by a setting that was left in place', async () => {
  const keyring = await start()
  const [name = ''] = [...keyring.keys()]
  expect(await start(undefined, [name])).toEqual(keyring)
  expect((await canaries()).map((canary) => canary.name)).toEqual([name])
})

test('a new key in front of SECRETS_KEYS goes on with the old one, and not without it', async () => {
  await start(setting('old', 1))
  await start(`${setting('new', 2)},${setting('old', 1)}`)
  expect((await canaries()).map(({ name }) => name)).toEqual(['new', 'old'])
  await expect(start(setting('new', 2))).rejects.toThrow(
    /sealed with the key "old".* SECRETS_KEYS must hold that key.* SECRETS_KEYS_LOST=old: users/,
  )
})
