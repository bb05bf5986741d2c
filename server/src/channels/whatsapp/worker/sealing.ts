import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Bytes of a name: enough that two keys never collide, and short enough for a million of them. */
const NAME_BYTES = 16

/** Seals the state of one session with AES-256-GCM, bound to the row where it is stored. */
export type Sealing = {
  /** The stored name of a key of this type and id: a hash, because the id contains a phone number. */
  hashedName(type: string, id: string): Buffer
  seal(plain: Uint8Array, name: string): Buffer
  /** Throws when it was moved or changed, or sealed by another key. */
  open(sealed: Uint8Array, name: string): Buffer
}

export function openSealing(dataKey: Uint8Array, sessionId: string): Sealing {
  const aad = (name: string) => Buffer.from(`${sessionId} ${name}`)
  return {
    hashedName: (type, id) =>
      createHmac('sha256', dataKey).update(`${type}\0${id}`).digest().subarray(0, NAME_BYTES),
    seal(plain, name) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', dataKey, iv).setAAD(aad(name))
      const body = [cipher.update(plain), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...body])
    },
    open(sealed, name) {
      const body = sealed.subarray(IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', dataKey, sealed.subarray(0, IV_BYTES))
        .setAAD(aad(name))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(body), decipher.final()])
    },
  }
}
