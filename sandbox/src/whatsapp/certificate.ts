import type { ServerSecrets } from '../world/whatsapp/model.ts'
import type { World } from '../world/world.ts'
import { newKeyPair, sign, type KeyPair } from './keys.ts'
import { encode } from './protobuf.ts'
import { CertificateChain, CertificateDetails } from './records.ts'
import { selfSigned } from './self-signed.ts'

/** What the servers show of themselves, and what a client must trust for it. */
export type ServerIdentity = {
  key: KeyPair
  certificate: Buffer
  rootKey: Buffer
  media: { key: string; certificate: string }
}

// 2100-01-01, in seconds.
const FOREVER = 4_102_444_800

/** The identity of the world's servers, which is made once. */
export function serverIdentity(world: World): ServerIdentity {
  const secrets = world.state.whatsapp.secrets ?? newSecrets()
  if (!world.state.whatsapp.secrets) world.commit({ type: 'whatsappServerMade', secrets })
  const { key, certificate, rootKey, media } = secrets
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    key: { public: bytes(key.public), private: bytes(key.private) },
    certificate: bytes(certificate),
    rootKey: bytes(rootKey),
    media,
  }
}

/** A key, and two certificates that lead from it to a root, as the real servers have. */
function newSecrets(): ServerSecrets {
  const root = newKeyPair()
  const intermediate = newKeyPair()
  const key = newKeyPair()
  const certificate = encode(CertificateChain, {
    intermediate: signed(root, { serial: 1, issuerSerial: 0, key: intermediate.public }),
    leaf: signed(intermediate, { serial: 2, issuerSerial: 1, key: key.public }),
  })
  const text = (bytes: Buffer) => bytes.toString('base64')
  return {
    key: { public: text(key.public), private: text(key.private) },
    certificate: text(certificate),
    rootKey: text(root.public),
    media: selfSigned(),
  }
}

function signed(by: KeyPair, facts: { serial: number; issuerSerial: number; key: Buffer }) {
  const details = encode(CertificateDetails, { ...facts, notBefore: 0, notAfter: FOREVER })
  return { details, signature: sign(by, details) }
}
