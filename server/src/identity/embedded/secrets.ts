import { createHmac, hkdfSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Random } from '../../platform/ids.ts'

/** The secrets of the identity service, the newest first; older ones still open what they sealed. */
export type AuthSecrets = readonly { version: number; value: string }[]

const VALUE_BYTES = 32
const VALUE_MIN_LENGTH = 32

/**
 * AUTH_SECRETS, or what the first run made beside the data it belongs to: readable by its owner only.
 * Losing them signs everybody out; nothing else is lost.
 */
export function authSecrets(config: Config, random: Random): AuthSecrets {
  if (config.auth.secrets) return readSecrets(config.auth.secrets)
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
  return readSecrets(readFileSync(file, 'utf8'))
}

/** Reads `version:secret` pairs with commas. Throws in words. */
export function readSecrets(setting: string): AuthSecrets {
  const secrets = setting.split(',').map((pair) => {
    const [, version, value] = /^(\d{1,6}):(.*)$/.exec(pair.trim()) ?? []
    if (!version || !value || value.length < VALUE_MIN_LENGTH) {
      throw new Error(
        `AUTH_SECRETS must be version:secret pairs, the newest first, each secret ${VALUE_MIN_LENGTH} characters or more, e.g. AUTH_SECRETS="1:$(openssl rand -base64 ${VALUE_BYTES})".`,
      )
    }
    return { version: Number(version), value }
  })
  if (new Set(secrets.map(({ version }) => version)).size < secrets.length) {
    throw new Error('AUTH_SECRETS names a version twice.')
  }
  return secrets
}

/** A keyed hash: what is guessable (six digits, an address) cannot be found by trying without the key. */
export function keyedHash(secrets: AuthSecrets, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secrets[0]!.value, '', `carillon ${purpose}`, 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
