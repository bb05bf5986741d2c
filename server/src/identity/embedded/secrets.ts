import { createHmac, hkdfSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { StartError } from '../../platform/errors.ts'
import type { Random } from '../../platform/ids.ts'
import { readAuthSecrets, type AuthSecrets } from '../../platform/setting-readers.ts'

const VALUE_BYTES = 32

/**
 * AUTH_SECRETS, or what the first run made beside the data it belongs to: readable by its owner only.
 * Losing them signs everybody out; nothing else is lost.
 */
export function authSecrets(config: Config, random: Random): AuthSecrets {
  if (config.auth.secrets) return config.auth.secrets
  const file = join(config.dataDir, 'auth-secrets')
  mkdirSync(config.dataDir, { recursive: true })
  try {
    // `wx`: of two processes that start at once, one makes the file and both read it.
    writeFileSync(file, `1:${random.bytes(VALUE_BYTES).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    return readAuthSecrets(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(
      `${file} cannot be used: it ${(error as Error).message}. Put it back from a backup, or delete it: everybody is then signed out, and nothing else is lost.`,
      { cause: error },
    )
  }
}

/** A keyed hash: what is guessable (six digits, an address) cannot be found by trying without the key. */
export function keyedHash(secrets: AuthSecrets, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secrets[0]!.value, '', `carillon ${purpose}`, 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
