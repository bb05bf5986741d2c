import { createHmac } from 'node:crypto'
import {
  calculateAgreement,
  calculateSignature,
  generateKeyPair,
  hkdf,
  verifySignature,
} from 'whatsapp-rust-bridge'

/** A pair of Curve25519 keys, 32 bytes each: for agreements, and for signatures by XEdDSA. */
export type KeyPair = { public: Buffer; private: Buffer }

export function newKeyPair(): KeyPair {
  const { pubKey, privKey } = generateKeyPair()
  return { public: withoutKind(pubKey), private: Buffer.from(privKey) }
}

export const agree = (own: KeyPair, theirs: Uint8Array): Buffer =>
  Buffer.from(calculateAgreement(withKind(theirs), own.private))

export const sign = (own: KeyPair, message: Uint8Array): Buffer =>
  Buffer.from(calculateSignature(own.private, message))

export const isSigned = (by: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  verifySignature(withKind(by), message, signature)

export const derive = (
  secret: Uint8Array,
  length: number,
  info: string,
  salt?: Uint8Array,
): Buffer => Buffer.from(hkdf(secret, length, salt ? { info, salt } : { info }))

export const hmac = (key: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha256', key).update(message).digest()

/** Signal writes a byte before a public key that names its kind; the rest of the protocol leaves it out. */
export const withoutKind = (key: Uint8Array): Buffer =>
  Buffer.from(key.length === 33 ? key.subarray(1) : key)

export const withKind = (key: Uint8Array): Buffer =>
  key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.from([5]), key])
