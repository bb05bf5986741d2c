import { createCipheriv, createDecipheriv } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './ids.ts'
import { KEY_BYTES, readKeyring, type Keyring } from './setting-readers.ts'

/** Keeps secrets sealed at rest. `place` is `table.column:row`, so a value copied elsewhere does not open. */
export interface Secrets {
  seal(plain: string, place: string): Buffer
  /** Throws when the key is unknown or the value was moved or changed. */
  open(sealed: Buffer, place: string): string
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. A sealed value is: version, length of the key's name, the name, IV, tag, ciphertext. */
export function openSecrets(keyring: Keyring, random: Random): Secrets {
  const [primary] = keyring
  if (!primary) throw new Error('There is no key to seal secrets with.')
  const [primaryName, primaryKey] = primary
  return {
    seal(plain, place) {
      const iv = random.bytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', primaryKey, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const name = Buffer.from(primaryName)
      return Buffer.concat([Buffer.of(VERSION, name.length), name, iv, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const nameEnd = 2 + (sealed[1] ?? 0)
      const name = sealed.subarray(2, nameEnd).toString()
      const key = sealed[0] === VERSION ? keyring.get(name) : undefined
      if (!key) throw new Error(`The key "${name}" that sealed ${place} is not in SECRETS_KEYS.`)
      const ivEnd = nameEnd + IV_BYTES
      const tagEnd = ivEnd + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(nameEnd, ivEnd))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(ivEnd, tagEnd))
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString()
    },
  }
}

/** The keyring of a server on one machine: made on the first run, kept beside its data, readable by its owner only. */
export function keyringInFile(dataDir: string, random: Random): Keyring {
  const file = join(dataDir, 'secrets.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx`: of two processes that start at once, one makes the file and both read it.
    writeFileSync(file, `k1:${random.bytes(KEY_BYTES).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readKeyring(readFileSync(file, 'utf8').trim())
}
