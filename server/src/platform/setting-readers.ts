import { isIP } from 'node:net'

export const allRoles = ['web', 'live', 'planner', 'sender', 'jobs'] as const
export type Role = (typeof allRoles)[number]

/** Whose `X-Forwarded-For` is read: nobody's, that of so many proxies in front, or that of these addresses. */
export type TrustProxy = false | number | readonly string[]

/** The secrets of the identity service, the newest first; older ones still open what they sealed. */
export type AuthSecrets = readonly { version: number; value: string }[]

/** Keys by name; the first seals, all open. */
export type Keyring = ReadonlyMap<string, Buffer>

/** Bytes of a key for AES-256. */
export const KEY_BYTES = 32

/** One byte holds the length of a name in a sealed value; this is shown to people, too. */
const KEY_NAME_MAX = 32

const SECRET_MIN_LENGTH = 32

/** More proxies in a row than anybody has; a larger number is a mistake for something else. */
const HOPS_MAX = 16

/** What Fastify knows by name: 127.0.0.0/8 and ::1, link-local addresses, private networks. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

// Each reader throws an Error whose words follow the name of the setting, and never repeat its value:
// it may be a secret.

/** What `sender` was called before; files of settings may still say so. */
const FORMER_SENDER = 'carrier'

/** Reads `ROLES`: names with commas, or `all`. */
export function readRoles(text: string): ReadonlySet<Role> {
  if (text === 'all') return new Set(allRoles)
  const asked = text
    .split(',')
    .map((role) => role.trim())
    .map((role) => (role === FORMER_SENDER ? 'sender' : role))
  const known = allRoles.filter((role) => asked.includes(role))
  const unknown = asked.filter((role) => !known.some((one) => one === role))
  if (unknown.length > 0)
    throw new Error(`knows ${allRoles.join(', ')} or all, not ${unknown.join(', ')}`)
  return new Set(known)
}

/** Reads `TRUST_PROXY`: a number of proxies, or addresses and networks with commas. */
export function readTrust(text: string): TrustProxy {
  if (text === 'false' || text === '0') return false
  if (text === 'true')
    throw new Error(
      'must not be true: everybody could then claim any address and pass all limits. Set it to the number of proxies in front of this server, usually 1, or to their addresses',
    )
  if (/^\d+$/.test(text) && Number(text) <= HOPS_MAX) return Number(text)
  const addresses = text.split(',').map((address) => address.trim())
  if (!addresses.every((address) => NETWORKS.has(address) || isNetwork(address)))
    throw new Error(
      `must be the number of proxies in front of this server (1 to ${HOPS_MAX}), or their addresses with commas, like 127.0.0.1, 10.0.0.0/8 or loopback`,
    )
  return addresses
}

/** An address, perhaps with the length of a network's prefix. A length of 0 would be every address. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '1', ...rest] = text.split('/')
  const version = isIP(address)
  const bits = /^\d+$/.test(prefix) ? Number(prefix) : 0
  return version !== 0 && rest.length === 0 && bits >= 1 && bits <= (version === 4 ? 32 : 128)
}

/** Checks `DATABASE_URL` and gives it back. */
export function readDatabaseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url)
    throw new Error(
      'is not an address like postgres://user:password@host:5432/database. Special characters of the password are written as %-codes there, # as %23 and / as %2F',
    )
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
    throw new Error('must begin with postgres://, because Carillon works with PostgreSQL only')
  return text
}

/** Reads `SECRETS_KEYS`: `name:base64` pairs with commas, the newest first. */
export function readKeyring(text: string): Keyring {
  const keys = text.split(',').map((pair) => {
    const [, name, encoded] = /^([^:]+):(.+)$/.exec(pair.trim()) ?? []
    const key = Buffer.from(encoded ?? '', 'base64')
    if (!name || Buffer.byteLength(name) > KEY_NAME_MAX || key.length !== KEY_BYTES)
      throw new Error(
        `must be name:key pairs with commas, each key ${KEY_BYTES} bytes in base64, e.g. "k1:$(openssl rand -base64 ${KEY_BYTES})"`,
      )
    return [name, key] as const
  })
  const keyring = new Map(keys)
  if (keyring.size < keys.length) throw new Error('names two keys alike')
  return keyring
}

/** Reads `AUTH_SECRETS`: `version:secret` pairs with commas, the newest first. */
export function readAuthSecrets(text: string): AuthSecrets {
  const secrets = text.split(',').map((pair) => {
    const [, version, value] = /^(\d{1,6}):(.*)$/.exec(pair.trim()) ?? []
    if (!version || !value || value.length < SECRET_MIN_LENGTH)
      throw new Error(
        `must be version:secret pairs with commas, the newest first, each secret ${SECRET_MIN_LENGTH} characters or more, e.g. "1:$(openssl rand -base64 32)"`,
      )
    return { version: Number(version), value }
  })
  if (new Set(secrets.map(({ version }) => version)).size < secrets.length)
    throw new Error('names a version twice')
  return secrets
}

/** Reads `SECRETS_KEYS_LOST`: names of keys with commas. */
export const readNames = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
