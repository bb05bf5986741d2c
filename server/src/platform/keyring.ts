import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Config } from './config.ts'
import type { Pool } from './db/database.ts'
import { StartError } from './errors.ts'
import type { Random } from './ids.ts'
import { openSecrets } from './secrets.ts'
import { KEY_BYTES, readKeyring, type Keyring } from './setting-readers.ts'

/** One process at a time makes or checks keys. */
const LOCK = 7_261_002

type Canary = { keyName: string; place: string; sealed: Buffer }
type Settings = Pick<Config, 'dataDir' | 'secretsKeys' | 'lostKeys'>

/**
 * The keys that seal secrets: SECRETS_KEYS, or those of the file `secrets.key` in DATA_DIR, which is made
 * on the first start. Throws StartError when they do not open what this database has sealed. A key that
 * SECRETS_KEYS_LOST names need not open anything any more.
 */
export async function openKeyring(
  pool: Pool,
  settings: Settings,
  random: Random,
): Promise<Keyring> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const keyring = await checked(client, settings, random)
    await client.query('commit')
    return keyring
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function checked(client: PoolClient, settings: Settings, random: Random): Promise<Keyring> {
  const canaries = await canariesIn(client)
  const kept = canaries.filter(({ keyName }) => !settings.lostKeys.includes(keyName))
  const keyring = settings.secretsKeys ?? keyringInFile(settings.dataDir, kept, random)
  const { open } = openSecrets(keyring, random)
  const opens = ({ sealed, place }: Canary) => {
    try {
      return open(sealed, place) !== undefined
    } catch {
      return false
    }
  }
  const shut = kept.filter((canary) => !opens(canary))
  if (shut.length > 0) throw new StartError(wordsFor(shut, settings))

  for (const canary of canaries) {
    if (!opens(canary)) {
      await client.query('delete from secret_canaries where key_name = $1', [canary.keyName])
    }
  }
  for (const [name, key] of keyring) {
    const sealedBy = canaries.find(({ keyName }) => keyName === name)
    const isPrimary = name === [...keyring.keys()][0]
    if (isPrimary || (sealedBy && opens(sealedBy))) await keepCanary(client, name, key, random)
  }
  return keyring
}

async function canariesIn(client: PoolClient): Promise<Canary[]> {
  const { rows } = await client.query<Canary>(
    'select key_name as "keyName", place, sealed from secret_canaries order by key_name',
  )
  return rows
}

/** Seals a value for this key, unless it has one. */
async function keepCanary(client: PoolClient, name: string, key: Buffer, random: Random) {
  const place = `secret_canaries.sealed:${name}`
  await client.query(
    `insert into secret_canaries (key_name, place, sealed) values ($1, $2, $3)
     on conflict (key_name) do nothing`,
    [name, place, openSecrets(new Map([[name, key]]), random).seal('canary', place)],
  )
}

/** The keyring of a server on one machine: made on the first start, readable by its owner only. */
function keyringInFile(dataDir: string, canaries: readonly Canary[], random: Random): Keyring {
  const file = join(dataDir, 'secrets.key')
  if (!existsSync(file)) {
    // A new key could not open what is sealed already, and the old key could not open what the new one seals.
    if (canaries.length > 0) throw new StartError(wordsFor(canaries, { dataDir }))
    const key = random.bytes(KEY_BYTES)
    const fresh = `${file}.new`
    writeFileSync(fresh, `${nameOf(key)}:${key.toString('base64')}\n`, { mode: 0o600, flush: true })
    renameSync(fresh, file)
  }
  try {
    return readKeyring(readFileSync(file, 'utf8').trim())
  } catch (error) {
    throw new StartError(
      `${file} cannot be used: it ${(error as Error).message}. Put it back from a backup.`,
      { cause: error },
    )
  }
}

/** Two keys never share a name, whichever file they come from. */
const nameOf = (key: Buffer) => `k${createHash('sha256').update(key).digest('hex').slice(0, 12)}`

function wordsFor(
  shut: readonly Canary[],
  { dataDir, secretsKeys }: Pick<Settings, 'dataDir'> & Partial<Settings>,
): string {
  const names = shut.map(({ keyName }) => keyName).join(',')
  const file = join(dataDir, 'secrets.key')
  const mend = secretsKeys
    ? `SECRETS_KEYS must hold that key; a server without SECRETS_KEYS kept it in the file secrets.key of its DATA_DIR.`
    : existsSync(file)
      ? `${file} holds another key: put the right file back, or give the key in SECRETS_KEYS.`
      : `${file} is missing: put it back, or give the key in SECRETS_KEYS.`
  return `The bot tokens in this database are sealed with the key "${names}", and no key here opens them. ${mend} If that key is lost for good, start once with SECRETS_KEYS_LOST=${names}: users then have to connect their own bots again.`
}
