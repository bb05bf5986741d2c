import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { agree, newKeyPair, type KeyPair } from './keys.ts'

const PATTERN = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
const NOTHING = Buffer.alloc(0)
const TAG_BYTES = 16

export type Handshake = ReturnType<typeof answerHandshake>

/**
 * The server's side of a Noise XX handshake: `header` is what the client said before its first frame.
 * First `hello`, then `finish`, which gives who the client is and the two ciphers of the connection.
 */
export function answerHandshake(own: KeyPair, header: Uint8Array) {
  const ephemeral = newKeyPair()
  let hash: Buffer = PATTERN
  let chain: Buffer = PATTERN
  let cipher = createCipher(PATTERN)

  const mixHash = (bytes: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(bytes).digest()
  }
  const mixKey = (secret: Uint8Array) => {
    const [next, key] = split(secret, chain)
    chain = next
    cipher = createCipher(key)
  }
  const seal = (plain: Uint8Array) => {
    const sealed = cipher.seal(plain, hash)
    mixHash(sealed)
    return sealed
  }
  const open = (sealed: Uint8Array) => {
    const plain = cipher.open(sealed, hash)
    mixHash(sealed)
    return plain
  }

  mixHash(header)
  return {
    /** Answers the client's first key with ours, the lasting one and the certificate sealed. */
    hello(theirEphemeral: Uint8Array, certificate: Uint8Array) {
      mixHash(theirEphemeral)
      mixHash(ephemeral.public)
      mixKey(agree(ephemeral, theirEphemeral))
      const sealedStatic = seal(own.public)
      mixKey(agree(own, theirEphemeral))
      return { ephemeral: ephemeral.public, static: sealedStatic, payload: seal(certificate) }
    },
    finish(sealedStatic: Uint8Array, sealedPayload: Uint8Array) {
      const theirStatic = open(sealedStatic)
      mixKey(agree(ephemeral, theirStatic))
      const payload = open(sealedPayload)
      const [incoming, outgoing] = split(NOTHING, chain)
      return {
        theirStatic,
        payload,
        incoming: createCipher(incoming),
        outgoing: createCipher(outgoing),
      }
    },
  }
}

export type Cipher = ReturnType<typeof createCipher>

/** AES-256-GCM that counts what it sealed or opened; one for each direction. */
function createCipher(key: Buffer) {
  let count = 0
  const nonce = () => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt32BE(count++, 8)
    return bytes
  }
  return {
    seal(plain: Uint8Array, besides: Uint8Array = NOTHING): Buffer {
      const gcm = createCipheriv('aes-256-gcm', key, nonce()).setAAD(besides)
      return Buffer.concat([gcm.update(plain), gcm.final(), gcm.getAuthTag()])
    },
    open(sealed: Uint8Array, besides: Uint8Array = NOTHING): Buffer {
      const end = sealed.length - TAG_BYTES
      const gcm = createDecipheriv('aes-256-gcm', key, nonce()).setAAD(besides)
      gcm.setAuthTag(sealed.subarray(end))
      return Buffer.concat([gcm.update(sealed.subarray(0, end)), gcm.final()])
    },
  }
}

function split(secret: Uint8Array, salt: Uint8Array): [Buffer, Buffer] {
  const both = Buffer.from(hkdfSync('sha256', secret, salt, '', 64))
  return [both.subarray(0, 32), both.subarray(32)]
}
