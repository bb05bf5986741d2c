import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import type { Random } from './ids.ts'
import type { Keyring } from './setting-readers.ts'

/** Keeps secrets sealed at rest. `place` is `table.column:row`, so a value copied elsewhere does not open. */
export interface Secrets {
  seal(plain: string, place: string): Buffer
  /** Throws when the key is unknown or the value was moved or changed. */
  open(sealed: Buffer, place: string): string
  /** Signs a text that others carry for us, so that it can be told when they change it. Only for this purpose. */
  sign(text: string, purpose: string): string
  /** Whether we signed this text for that purpose, with any of the keys. */
  isSigned(text: string, purpose: string, signature: string): boolean
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
      const named = sealed[0] === VERSION ? keyring.get(name) : undefined
      if (named) return openWith(named, sealed.subarray(nameEnd), place)
      throw new Error(`The key "${name}" that sealed ${place} is not in SECRETS_KEYS.`)
    },
    sign: (text, purpose) => signWith(primaryKey, text, purpose).toString('base64url'),
    isSigned(text, purpose, signature) {
      const given = Buffer.from(signature, 'base64url')
      return [...keyring.values()].some((key) => {
        const right = signWith(key, text, purpose)
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
  }
}

/** HMAC-SHA256 under a key of the purpose's own: what seals must not sign. */
function signWith(key: Buffer, text: string, purpose: string): Buffer {
  const own = hkdfSync('sha256', key, '', `sign ${purpose}`, 32)
  return createHmac('sha256', Buffer.from(own)).update(text).digest()
}

/** Throws when the key is another one, or the value was moved or changed. */
function openWith(key: Buffer, rest: Buffer, place: string): string {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(rest.subarray(IV_BYTES, tagEnd))
  return Buffer.concat([decipher.update(rest.subarray(tagEnd)), decipher.final()]).toString()
}
