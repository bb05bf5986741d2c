import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key and a certificate for loopback, both PEM, which is its own authority. Made anew, so that no key is in the repository. */
export function selfSigned(): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, der(UTF8, Buffer.from('Carillon sandbox')))))
  const facts = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('20000101000000Z'), time('20991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(IS_AUTHORITY, sequence(ALTERNATIVE_NAME, octets(sequence(...LOOPBACK))))),
  )
  const signature = sign('sha256', facts, privateKey)
  const whole = sequence(facts, ECDSA_WITH_SHA256, der(BITS, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join(
      '\n',
    ),
  }
}

// Of ASN.1, only what one certificate needs.
const BITS = 0x03
const UTF8 = 0x0c

/** A value behind its kind and its length. */
function der(kind: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  if (length < 0x80) return Buffer.concat([Buffer.from([kind, length]), value])
  const long = Buffer.from([0x82, length >> 8, length & 0xff])
  return Buffer.concat([Buffer.from([kind]), long, value])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const octets = (bytes: Buffer) => der(0x04, bytes)
const time = (text: string) => der(0x18, Buffer.from(text))
const id = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const COMMON_NAME = id('550403')
const ALTERNATIVE_NAME = id('551d11')
const ECDSA_WITH_SHA256 = sequence(id('2a8648ce3d040302'))
const TRUE = Buffer.from([0x01, 0x01, 0xff])
const IS_AUTHORITY = sequence(id('551d13'), octets(sequence(TRUE)))
const LOOPBACK = [der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))]
